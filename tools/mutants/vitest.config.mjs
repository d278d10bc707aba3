import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { mutantFolders } from "./folders.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The tests of these folders alone, in one project: Stryker names a test by its file and title. */
export default defineConfig({
  root,
  resolve: {
    alias: [
      { find: /^contender\/testing$/, replacement: `${root}src/testing/index.ts` },
      { find: /^contender$/, replacement: `${root}src/index.ts` },
    ],
  },
  test: {
    include: mutantFolders().map((folder) => `test/${folder}/**/*.test.ts`),
    globalSetup: ["test/support/temporary-folder.ts"],
    setupFiles: ["test/support/setup.ts"],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 150_000 } },
  },
});
