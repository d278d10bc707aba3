import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The folder of the installed package: where `strategies/` and `config/` lie. */
export function packageRoot(): string {
  return fileURLToPath(new URL("../../", import.meta.url));
}

/** Contender's version, as package.json says. */
export function version(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}
