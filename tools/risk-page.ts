import { readFileSync } from "node:fs";
import { CONTROLS } from "../src/risk/index.js";

const HEAD = "| control | config | an entry | an exit to cash |\n|---|---|---|---|\n";

/** The table of the controls, between the text before it and after it: `| control …` to the next empty line. */
const TABLE = /^\| control .*?\n(?=\n)/ms;

/** The page docs/concepts/risk.md: its prose as it is, its table of controls from CONTROLS. */
export function riskPage(file: string): string {
  const rows = CONTROLS.map(
    ({ name, key, does: { by = `\`risk.${key}\``, entry, exit } }) => `| \`${name}\` | ${by} | ${entry} | ${exit} |\n`,
  );
  const page = readFileSync(file, "utf8");
  if (!TABLE.test(page)) throw new Error(`${file} has no table of controls`);
  return page.replace(TABLE, () => HEAD + rows.join(""));
}
