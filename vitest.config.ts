import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

/** Processes take longest: begun first, they leave short files for the end, so that no worker waits for the other. */
class ProcessesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification): boolean => /\/test\/(e2e|torture)\//.test(moduleId);
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

const every = readdirSync(path("test"), { recursive: true, encoding: "utf8" })
  .map((file) => `test/${file.replaceAll("\\", "/")}`)
  .filter((file) => file.endsWith(".test.ts"));

/**
 * Modules are loaded once for many files, which is half of the time of most: their tests leave the process as they find
 * it. Those that start many processes, or put something else in the place of a module, have a process to themselves.
 */
const alone = every.filter(
  (file) => /^test\/(e2e|torture)\//.test(file) || readFileSync(path(file), "utf8").includes("vi.mock("),
);
const together = every.filter((file) => !alone.includes(file));

export default defineConfig({
  resolve: {
    alias: [
      { find: /^contender\/testing$/, replacement: path("./src/testing/index.ts") },
      { find: /^contender$/, replacement: path("./src/index.ts") },
    ],
  },
  test: {
    projects: [
      { extends: true, test: { name: "alone", include: alone } },
      { extends: true, test: { name: "together", include: together, isolate: false } },
    ],
    globalSetup: ["test/support/temporary-folder.ts"],
    setupFiles: ["test/support/setup.ts"],
    // Against what hangs alone: how long something takes is the machine's affair.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 150_000 } },
    maxWorkers: 3,
    sequence: { sequencer: ProcessesFirst },
    coverage: { provider: "v8", include: ["src/**"], reporter: ["text-summary"] },
  },
});
