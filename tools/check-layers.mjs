/**
 * Checks the layers of the source with dependency-cruiser (`npm run layers`). It fails on a
 * violation, and also where it read fewer modules than the floor: a cruiser that silently reads
 * nothing reports no violations.
 *
 * Usage: node tools/check-layers.mjs [ROOT [FLOOR]]
 */
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { cruise } from "dependency-cruiser";
import extractTSConfig from "dependency-cruiser/config-utl/extract-ts-config";

const here = fileURLToPath(new URL("..", import.meta.url));
const root = resolve(process.argv[2] ?? here);
const floor = Number(process.argv[3] ?? 800);

const { forbidden, options } = createRequire(import.meta.url)("../.dependency-cruiser.cjs");
const { output } = await cruise(
  ["src", "strategies"],
  { ...options, baseDir: root, ruleSet: { forbidden }, validate: true },
  undefined,
  { tsConfig: extractTSConfig(resolve(here, "tsconfig.json")) },
);

const modules = output.modules.filter(({ source }) => /^(src|strategies)\//.test(source)).length;
const remedies = new Map(forbidden.map(({ name, comment }) => [name, comment]));
for (const { rule, from, to } of output.summary.violations)
  console.error(`${rule.name}: ${from} → ${to}\n    ${remedies.get(rule.name)}`);
if (modules < floor)
  console.error(`Only ${modules} modules were read, and at least ${floor} are there: the check itself is broken.`);

const failed = output.summary.violations.length > 0 || modules < floor;
console.log(`layers: ${modules} modules, ${output.summary.violations.length} violations`);
process.exitCode = failed ? 1 : 0;
