import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the installed package: where `strategies/` and `config/` lie. */
export function packageRoot(): string {
  return fileURLToPath(new URL("../../", import.meta.url));
}

/** Contender's version, as package.json says. */
export function version(): string {
  return packageFile().version;
}

/** The versions of Node that Contender runs on, as package.json says. */
export function neededNode(): string {
  return packageFile().engines.node;
}

function packageFile() {
  const text = readFileSync(join(packageRoot(), "package.json"), "utf8");
  return JSON.parse(text) as { readonly version: string; readonly engines: { readonly node: string } };
}
