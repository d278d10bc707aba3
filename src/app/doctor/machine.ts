import { neededNode } from "../package.js";
import { fail, ok, type Finding } from "./check.js";

/** Whether this Node is one that Contender runs on. */
export function checkNode(): Finding {
  const version = process.versions.node;
  const needed = neededNode();
  const [least = "0"] = /\d+(\.\d+)*/.exec(needed) ?? [];
  if (compare(version, least) >= 0) return ok("Node.js", `${version} (needed: ${needed})`);
  return fail("Node.js", `${version} is too old`, `Install Node.js ${least} or later.`);
}

function compare(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => text.split(".").map(Number)) as [number[], number[]];
  const at = left.findIndex((part, i) => part !== (right[i] ?? 0));
  return at === -1 ? 0 : (left[at] ?? 0) - (right[at] ?? 0);
}
