import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as contender from "../../src/index.js";
import { typeErrors } from "./types.js";

test.each(["backtest/backtest", "backtest/windows/windows", "metrics/settings", "gateway/gateway", "tape/open-tape"])(
  "every error that the docstrings of %s name can be imported from the package",
  (file) => {
    const docs = readFileSync(`src/${file}.ts`, "utf8").match(/\/\*\*[\s\S]*?\*\//g) ?? [];
    const named = new Set(docs.join("\n").match(/\b[A-Z]\w+Error\b/g));
    expect(named.size).toBeGreaterThan(0);
    for (const name of named) expect(contender).toHaveProperty(name, expect.any(Function));
  },
);

test("every type that the options of a backtest, and what it gives, are made of can be imported from the package", () => {
  const names = ["BoundStrategy", "CompetitionSettings", "EngineSettings", "Parked", "PriceHistory", "RecordedInputs"];
  const code = `import type { ${names.join(", ")} } from "contender";\nexport type All = ${names.join(" | ")};\n`;
  expect(typeErrors({ "entry.ts": code })).toEqual([]);
});
