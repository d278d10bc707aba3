import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

export default defineConfig({
  resolve: {
    alias: [
      { find: /^contender\/testing$/, replacement: path("./src/testing/index.ts") },
      { find: /^contender$/, replacement: path("./src/index.ts") },
    ],
  },
  test: {
    include: ["test/**/*.test.ts"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    coverage: { provider: "v8", include: ["src/**"], reporter: ["text-summary"] },
  },
});
