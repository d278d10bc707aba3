import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { playHttpRound, type HttpRoundOptions } from "./limits/http-round.js";
import { PLANTS } from "./limits/plants.js";

const elsewhere = mkdtempSync(join(tmpdir(), "contender-elsewhere-"));
afterAll(() => rmSync(elsewhere, { recursive: true }));

test("no limit is broken over real sockets, with restarts and commands beside the bot", async () => {
  const { counts, failures } = await playHttpRound("ci", { kind: "disorder", windowMs: 300, windows: 2 });
  expect(failures).toEqual([]);
  expect(counts["requests"]).toBeGreaterThan(100);
});

/** What each planted mistake breaks, and where it shows. */
const CAUGHT: readonly [mistake: string, says: RegExp, options: HttpRoundOptions][] = [
  ["one more than is allowed", /are allowed/, { kind: "demand", untilBroken: true }],
  ["only half of the room is used", /was used under demand/, { kind: "demand" }],
  [
    "the file is forgotten at a restart",
    /are allowed/,
    { kind: "disorder", untilBroken: true, spentDir: (_, n) => join(elsewhere, String(n)) },
  ],
];

/** What is found. Where a machine is too slow to fill a window, which may be told too, one of eight times the length is tried. */
async function found(says: RegExp, options: HttpRoundOptions, windowMs = 300): Promise<string> {
  const { failures } = await playHttpRound("ci", { windowMs, windows: 2, ...options });
  const text = failures.join("\n");
  return says.test(text) || windowMs > 5_000 ? text : found(says, options, 8 * windowMs);
}

test.each(CAUGHT)("the judge catches it over real sockets: %s", async (mistake, says, options) => {
  const plant = PLANTS[mistake];
  expect(await found(says, { ...options, ...(plant && { plant }) })).toMatch(says);
});
