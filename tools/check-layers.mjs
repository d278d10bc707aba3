/**
 * Checks the layers of the source with dependency-cruiser (`npm run layers`), and that src/core has no
 * word of trading. It fails on a violation, and if it read fewer modules than the floor: a cruiser
 * that silently reads nothing reports no violations.
 *
 * Usage: node tools/check-layers.mjs [ROOT [FLOOR]]
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
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

const found = wordsOfTrading(join(root, "src/core"));
for (const { place, words } of found)
  console.error(
    `core-words: src/core/${place} says ${words.join(", ")}\n    What is about trading belongs in src/model or a layer above it; reword a comment.`,
  );

const violations = output.summary.violations.length + found.length;
const failed = violations > 0 || modules < floor;
console.log(`layers: ${modules} modules, ${violations} violations`);
process.exitCode = failed ? 1 : 0;

/** The lines of a folder, in code and comments, that have a word of trading, also within a name such as `lastPrice`. */
function wordsOfTrading(folder) {
  const WORDS =
    /^(trad(e[drs]?|ers|ing)|tokens?|pric(es?|ed|ing)|quote[ds]?|bars?|book(s|ed)?|journal(s|led)?|swap(s|ped)?|competitions?|venues?|strateg(y|ies)|backtests?|portfolios?|ledgers?|equity|slippage|intents?|tapes?|gateway|sandbox|leaderboards?)$/i;
  const files = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }) : [];
  return files
    .filter((file) => file.endsWith(".ts"))
    .flatMap((file) =>
      readFileSync(join(folder, file), "utf8")
        .split("\n")
        .map((line, i) => {
          // A setting of SQLite.
          const parts = line.replace("PRAGMA journal_mode", "").match(/[A-Z]?[a-z]+|[A-Z]+/g) ?? [];
          return { place: `${file.replaceAll("\\", "/")}:${i + 1}`, words: parts.filter((word) => WORDS.test(word)) };
        }),
    )
    .filter(({ words }) => words.length > 0);
}
