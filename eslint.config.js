import js from "@eslint/js";
import tseslint from "typescript-eslint";

const AMBIENT =
  "Time comes from the Clock port and chance from the seeded Random; only core's system-clock and random read the machine's.";
const POWER =
  "The last digits of powers differ between versions of Node: core's power. Squares, and powers of 2 and of 10, need none.";

export default tseslint.config(
  { ignores: ["dist/", ".bench/", ".stryker-tmp/", "coverage/", "node_modules/", "**/*.d.ts"] },
  js.configs.recommended,
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: { projectService: { allowDefaultProject: ["eslint.config.js", ".dependency-cruiser.cjs"] } },
    },
    rules: {
      "max-lines": ["error", { max: 250, skipBlankLines: true, skipComments: true }],
      "max-lines-per-function": ["error", { max: 60, skipBlankLines: true, skipComments: true }],
      complexity: ["error", 20],
      eqeqeq: "error",
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true, allowBoolean: true }],
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "@typescript-eslint/no-non-null-assertion": "error",
      "@typescript-eslint/unbound-method": "off",
      "@typescript-eslint/no-empty-function": ["error", { allow: ["arrowFunctions", "methods"] }],
    },
  },
  {
    files: ["src/**/*.ts", "strategies/**/*.ts"],
    ignores: ["src/core/time/system-clock.ts", "src/core/random.ts"],
    rules: {
      "no-restricted-globals": [
        "error",
        ...["setTimeout", "setInterval", "setImmediate", "performance"].map((name) => ({ name, message: AMBIENT })),
      ],
      "no-restricted-properties": [
        "error",
        { object: "Date", property: "now", message: AMBIENT },
        { object: "Math", property: "random", message: AMBIENT },
        { object: "Math", property: "pow", message: POWER },
        { object: "process", property: "hrtime", message: AMBIENT },
        { object: "AbortSignal", property: "timeout", message: AMBIENT },
        ...["setTimeout", "setInterval", "setImmediate", "performance"].map((property) => ({
          object: "globalThis",
          property,
          message: AMBIENT,
        })),
      ],
      "no-restricted-syntax": [
        "error",
        { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: AMBIENT },
        { selector: "CallExpression[callee.name='Date']", message: AMBIENT },
        { selector: "BinaryExpression[operator='**']:not([left.type='Literal'], [right.value=2])", message: POWER },
      ],
      "@typescript-eslint/no-restricted-imports": [
        "error",
        {
          paths: [
            ...[
              "timers",
              "node:timers",
              "timers/promises",
              "node:timers/promises",
              "perf_hooks",
              "node:perf_hooks",
            ].map((name) => ({ name, message: AMBIENT })),
            ...["crypto", "node:crypto"].map((name) => ({
              name,
              importNames: [
                "randomBytes",
                "randomUUID",
                "randomInt",
                "randomFillSync",
                "randomFill",
                "getRandomValues",
                "webcrypto",
                "default",
              ],
              message: AMBIENT,
            })),
          ],
        },
      ],
    },
  },
  {
    files: ["test/**/*.ts", "bench/**/*.ts", "tools/**/*.ts"],
    rules: {
      "max-lines": ["error", { max: 400, skipBlankLines: true, skipComments: true }],
      "max-lines-per-function": "off",
      "@typescript-eslint/no-non-null-assertion": "off",
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/require-await": "off",
    },
  },
  {
    files: ["**/*.js", "**/*.cjs", "**/*.mjs"],
    ...tseslint.configs.disableTypeChecked,
    languageOptions: {
      ...tseslint.configs.disableTypeChecked.languageOptions,
      globals: { URL: "readonly", console: "readonly", process: "readonly", module: "writable", require: "readonly" },
    },
  },
  {
    // Modules of helpers are there once for many test files: their hooks would be heard by the first file alone.
    files: ["test/**/*.ts"],
    ignores: ["test/**/*.test.ts", "test/support/setup.ts"],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          name: "vitest",
          importNames: ["afterAll", "afterEach", "beforeAll", "beforeEach"],
          message: "Use afterThisTest of test/support/after-test.ts.",
        },
      ],
    },
  },
  {
    // Scripts of pages run in a browser.
    files: ["src/**/page/*.js"],
    languageOptions: {
      globals: Object.fromEntries(
        [
          ...["document", "addEventListener", "matchMedia", "requestAnimationFrame", "getComputedStyle"],
          ...["ResizeObserver", "devicePixelRatio", "innerWidth", "innerHeight", "scrollX", "scrollY"],
        ].map((name) => [name, "readonly"]),
      ),
    },
  },
);
