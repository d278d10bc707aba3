import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as contender from "../../src/index.js";
import { typeErrors } from "./types.js";

test.each([
  "backtest/backtest",
  "backtest/windows/windows",
  "metrics/settings",
  "gateway/gateway",
  "tape/folder/open-tape",
])("every error that the docstrings of %s name can be imported from the package", (file) => {
  const docs = readFileSync(`src/${file}.ts`, "utf8").match(/\/\*\*[\s\S]*?\*\//g) ?? [];
  const named = new Set(docs.join("\n").match(/\b[A-Z]\w+Error\b/g));
  expect(named.size).toBeGreaterThan(0);
  for (const name of named) expect(contender).toHaveProperty(name, expect.any(Function));
});

test("every type in a backtest's options and result can be imported from the package", () => {
  const names = [
    "BoundStrategy",
    "CompetitionSettings",
    "EngineSettings",
    "Disabled",
    "PriceHistory",
    "RecordedInputs",
  ];
  const code = `import type { ${names.join(", ")} } from "contender";\nexport type All = ${names.join(" | ")};\n`;
  expect(typeErrors({ "entry.ts": code })).toEqual([]);
});

test("a strategy's `due` knows the names of its schedules, or `main` without names; another is a type error", () => {
  const schedules = [
    [`{ close: "0 * * * *", stop: "* * * * *" }`, "stop"],
    [`({ every }) => ({ close: "0 * * * *", stop: \`*/\${every} * * * *\` })`, "stop"],
    [`{ 1: "0 * * * *", 2: "* * * * *" }`, "2"],
    [`"0 * * * *"`, "main"],
    ["({ every }) => `*/${every} * * * *`", "main"],
  ] as const;
  const code = (schedule: string, name: string): string => `import { defineStrategy, z } from "contender";
    export default defineStrategy({ name: "timely", summary: "Is in time.", params: z.object({ every: z.int() }),
      schedule: ${schedule},
      decide: ({ due, hold }) => (due.includes("${name}") ? hold({ reason: "It is due." }) : []) });`;
  const files = (nameOf: (name: string) => string): Record<string, string> =>
    Object.fromEntries(schedules.map(([schedule, name], i) => [`due-${i}.ts`, code(schedule, nameOf(name))]));
  expect(typeErrors(files((name) => name))).toEqual([]);
  expect(typeErrors(files((name) => `${name}s`))).toEqual(
    schedules.map((_, i) => expect.stringMatching(`^due-${i}\\.ts:4 Argument of type '"\\w+s"'`) as string),
  );
});
