import fc from "fast-check";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ContenderError } from "../../src/core/errors.js";
import { SimulatedClock } from "../../src/core/time/simulated-clock.js";
import type { Token } from "../../src/model/token.js";
import { TokenRegistry } from "../../src/model/token-registry.js";
import { openTape, TapeWriter } from "../../src/tape/index.js";
import { emptyFolder } from "../support/empty-folder.js";

const HOSTILE = [
  "=cmd|' /c calc'!A1",
  "+1",
  "-1",
  "@SUM(A1)",
  "\t=1",
  "a,b",
  'a"b',
  "a\nb",
  "a\rb",
  "\ufeffa",
  "\ud800",
];
const name = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string({ maxLength: 12 }),
  fc.string({ unit: "binary", maxLength: 6 }),
  fc.tuple(fc.constantFrom(...HOSTILE), fc.string({ maxLength: 4 })).map((parts) => parts.join("")),
);

test("the log of a tape is read back as written whatever tokens are called, and no cell of it is a formula", () => {
  const at = Date.UTC(2025, 0, 1);
  fc.assert(
    fc.property(fc.uniqueArray(name, { minLength: 1, maxLength: 6 }), (names) => {
      const folder = join(emptyFolder(), "tape");
      const tokens = names.map((one, i): Token => {
        return {
          name: one,
          address: `0x${String(i).padStart(40, "0")}`,
          chain: "evm",
          specificChain: "eth",
          cash: false,
        };
      });
      const registry = new TokenRegistry(tokens);
      const writer = new TapeWriter(folder, { source: "test", tokens: registry, clock: new SimulatedClock(at) });
      const written = names.filter((one) => records(writer, one, at));
      writer.close();
      const text = readFileSync(join(folder, "prices.csv"), "utf8");
      for (const cell of text.split(/[,\r\n]/)) expect(cell).not.toMatch(/^[=+\-@\t]/);
      expect(text.trimEnd().split("\n")).toHaveLength(written.length + 1);
      expect(openTape(folder).tracks.map(({ token }) => token.name)).toEqual(written);
    }),
    { numRuns: 30 },
  );
});

/** Whether a price of it is taken; refused it is by an error with a remedy. */
function records(writer: TapeWriter, token: string, at: number): boolean {
  try {
    writer.record(token, { usd: 1, readAt: at, movedAt: at });
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(ContenderError);
    return false;
  }
}
