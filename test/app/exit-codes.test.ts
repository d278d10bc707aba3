import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { CODES_BY_EXIT, exitCodeOf } from "../../src/app/exit-codes.js";
import { EXIT_CODES } from "../../src/engine/result.js";

const src = fileURLToPath(new URL("../../src/", import.meta.url));

/** Every literal `code` of the errors in src. */
function errorCodes(): Set<string> {
  const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  const codes = files.flatMap((name) =>
    [...readFileSync(join(src, name), "utf8").matchAll(/readonly code = "([A-Z_]+)"/g)].map(([, code]) => code ?? ""),
  );
  return new Set(codes);
}

describe("exit codes", () => {
  it("are given to existing codes, each once", () => {
    const known = new Set([...errorCodes(), ...Object.keys(EXIT_CODES)]);
    const given = Object.values(CODES_BY_EXIT).flat();
    expect(given.filter((code) => !known.has(code))).toEqual([]);
    expect(new Set(given).size).toBe(given.length);
  });

  it.each([
    ["CONFIG", 2],
    ["USAGE", 2],
    ["JOURNAL_HELD", 2],
    ["STRATEGY_CONFIG", 2],
    ["NOT_BEGUN", 2],
    ["NETWORK", 3],
    ["UNAUTHORIZED", 3],
    ["NOT_PARTICIPATING", 3],
    ["DIALECT", 3],
    ["NO_ENTRY", 3],
    ["REQUEST_REFUSED", 1],
    ["DEACTIVATED", 4],
    ["DRAWDOWN_STOP", 4],
    ["JOURNAL_FULL", 1],
    ["TAPE_FULL", 1],
    ["TAPE_GONE", 1],
    ["RATE_LIMITED", 3],
    ["INTERNAL", 1],
    ["SOMETHING_ELSE", 1],
  ])("of %s is %i, as the design says", (code, exit) => {
    expect(exitCodeOf(code)).toBe(exit);
  });

  it.each(Object.entries(EXIT_CODES).filter(([, exit]) => exit !== 0))(
    "of an engine that ended by %s is that of a command whose work it prevented",
    (code, exit) => {
      expect(exitCodeOf(code)).toBe(exit);
    },
  );
});
