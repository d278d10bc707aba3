/**
 * Mutation tests (`npm run mutants`): small slips are planted in a folder's source, and its tests must notice each. The
 * folders are below, and MUTANTS names others, as in `MUTANTS=risk,ledger npm run mutants -- --concurrency 1`.
 */
import { mutantFolders } from "./mutants/folders.mjs";

export default {
  mutate: mutantFolders().map((folder) => `src/${folder}/**/*.ts`),
  testRunner: "vitest",
  // The tests are chosen by their folder: nearly every test of the program is related to each of these modules.
  vitest: { configFile: "tools/mutants/vitest.config.mjs", related: false },
  coverageAnalysis: "perTest",
  // A slip that makes tests slow counts as noticed, a machine that is busy must not.
  timeoutMS: 60_000,
  disableTypeChecks: false,
  // Stryker would rewrite tsconfig.json with a compiler of its own, which npx has not fetched; nothing here extends it.
  tsconfigFile: "none",
  ignorePatterns: ["/dist", "/bench", "/.bench", "/coverage", "/tapes", "*.tgz"],
  tempDirName: ".stryker-tmp",
  reporters: ["clear-text", "progress-append-only"],
  clearTextReporter: { allowColor: false, allowEmojis: false, reportTests: false },
  thresholds: { high: 90, low: 80, break: 80 },
};
