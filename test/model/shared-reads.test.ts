import { expect, test } from "vitest";
import { Decimal } from "../../src/core/number/decimal.js";
import { sharedReads } from "../../src/model/shared-reads.js";
import type { VenueReads } from "../../src/model/venue.js";

/** The keys under which what `ask` does is shared; nothing is asked for. */
function keysOf(ask: (reads: VenueReads) => readonly unknown[]): string[] {
  const keys: string[] = [];
  const reads = sharedReads({} as VenueReads, (key) => {
    keys.push(key);
    return Promise.reject(new Error("not asked"));
  });
  for (const answer of ask(reads)) (answer as Promise<unknown>).catch(() => {});
  return keys;
}

const quote = (from: string, to: string, amount: string): Parameters<VenueReads["quote"]>[0] => {
  return { from, to, amount: new Decimal(amount) };
};

test("reads of another method or with other arguments are never equal", () => {
  const keys = keysOf((reads) => [
    reads.price("A.eth"),
    reads.price("B.eth"),
    reads.tokenInfo("A.eth"),
    reads.quote(quote("A.eth", "B.eth", "1")),
    reads.quote(quote("B.eth", "A.eth", "1")),
    reads.quote(quote("A.eth", "B.eth", "1.5")),
    reads.quote(quote("A B", "C", "1")),
    reads.quote(quote("A", "B C", "1")),
    reads.balances(),
    reads.portfolio(),
    reads.trades(),
    reads.profile(),
    reads.status(),
    reads.rules(),
    reads.leaderboard(),
    reads.leaderboard("one"),
    reads.leaderboard("null"),
    reads.upcoming(),
  ]);
  expect(new Set(keys).size).toBe(18);
});

test("reads of the same data are equal, however amounts are written and whoever the caller is", () => {
  const keys = keysOf((reads) => [
    reads.quote(quote("A.eth", "B.eth", "0.10")),
    reads.quote(quote("A.eth", "B.eth", "1e-1"), { purpose: "trade" }),
  ]);
  expect(new Set(keys).size).toBe(1);
});
