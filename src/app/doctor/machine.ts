import { neededNode } from "../package.js";
import { fail, ok, type Finding } from "./check.js";

/** Whether this Node is one that Contender runs on. */
export function checkNode(): Finding {
  const version = process.versions.node;
  const needed = neededNode();
  const [least = "0"] = /\d+(\.\d+)*/.exec(needed) ?? [];
  if (version.localeCompare(least, "en", { numeric: true }) >= 0)
    return ok("Node.js", `${version} (required: ${needed})`);
  return fail("Node.js", `${version} is too old`, `Install Node.js ${least} or later.`);
}
