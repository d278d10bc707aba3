import { describe, expect, it } from "vitest";
import { ZERO } from "../../../src/core/number/decimal.js";
import { KnownTrades } from "../../../src/execution/reconciliation/known-trades.js";
import type { Trade } from "../../../src/model/trade.js";

const trade = (id: string, at: number, competitionId = "c"): Trade => ({
  ...{ id, at, competitionId, teamId: "", from: "A", to: "B", fromAmount: ZERO, toAmount: ZERO },
  ...{ price: 1, success: true, error: null, reason: null },
});

/** Ids that the journal knows of competition c, newest first. */
function knownOf(ids: readonly string[] = []): KnownTrades {
  const known = new KnownTrades();
  known.recall("c", ids, []);
  return known;
}

describe("known trades", () => {
  it("let any list count if none is known of the competition", () => {
    const known = knownOf();
    expect(known.counts([], "c")).toBe(true);
    known.observe([trade("x", 1, "other")]);
    expect(known.counts([], "c")).toBe(true);
    expect(known.counts([], "other")).toBe(false);
  });

  it("let only lists count that hold the newest", () => {
    const known = knownOf(["t2", "t1"]);
    expect(known.newest("c")).toBe("t2");
    expect(known.counts([trade("t1", 1)], "c")).toBe(false);
    expect(known.counts([trade("t2", 2), trade("t1", 1)], "c")).toBe(true);
    known.made(trade("t3", 3));
    expect(known.counts([trade("t2", 2), trade("t1", 1)], "c")).toBe(false);
  });

  it("are not moved to an older one by a stale list", () => {
    const known = knownOf(["t9"]);
    known.observe([trade("t5", 5)]);
    known.add(trade("t5", 5));
    expect(known.newest("c")).toBe("t9");
    expect(known.counts([trade("t5", 5)], "c")).toBe(false);
  });

  it("learn nothing from a list older than themselves", () => {
    const known = knownOf();
    known.observe([trade("t2", 2), trade("t1", 1)]);
    known.observe([trade("t1", 1)]);
    expect(known.newest("c")).toBe("t2");
    known.observe([trade("t3", 2), trade("t2", 2), trade("t1", 1)]);
    expect(known.newest("c")).toBe("t3");
    expect(known.has("t3")).toBe(false);
  });
  it("tell the newest by its time, in whatever order a list has them", () => {
    const known = knownOf();
    known.observe([trade("t1", 1), trade("t3", 3), trade("t2", 2)]);
    expect(known.newest("c")).toBe("t3");
  });
});
