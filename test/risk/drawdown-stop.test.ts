import { describe, expect, it } from "vitest";
import { DrawdownStop, type DrawdownState } from "../../src/risk/index.js";

let at = 1_000_000;

/** Feeds samples, each later than all before it: [own, service, unpriced]. */
function feed(stop: DrawdownStop, ...samples: readonly (readonly [number, number | null, boolean?])[]): DrawdownState {
  for (const [own, service, unpriced = false] of samples)
    stop.sample({ own, service: service === null ? null : { source: "portfolio", usd: service, at: ++at }, unpriced });
  return stop.state();
}

describe("the drawdown stop", () => {
  const make = (peak: number | null = null): DrawdownStop =>
    new DrawdownStop({ share: 0.2, samples: 3 }, { peak, last: null });

  it("trips once several samples in a row agree, and stays tripped", () => {
    const stop = make();
    expect(feed(stop, [1000, 1000], [790, 795], [780, 780]).tripped).toBe(false);
    const state = stop.sample({ own: 700, service: { source: "portfolio", usd: 700, at: 9e12 }, unpriced: false });
    expect(state).toMatchObject({ tripped: true, peak: 1000, drawdown: expect.closeTo(0.3, 9) as number });
    expect(state.reason).toContain("$700.00, 30 % below its peak of $1000.00");
    expect(
      stop.sample({ own: 2000, service: { source: "portfolio", usd: 2000, at: 9.1e12 }, unpriced: false }).tripped,
    ).toBe(true);
    // It goes on saying what tripped it.
    for (const later of [9.2e12, 9.3e12, 9.4e12])
      stop.sample({ own: 500, service: { source: "portfolio", usd: 500, at: later }, unpriced: false });
    expect(stop.state()).toMatchObject({ drawdown: 0.5, reason: state.reason });
    expect(stop.assess()).toMatchObject({ verdict: "refused", code: "DRAWDOWN_STOP" });
    expect(stop.atSending()).toMatchObject({ verdict: "refused" });
  });

  it.each([
    [0.2, 1000, 800],
    [0.07, 100, 93],
    [0.1, 3, 2.7],
  ])("trips at a loss of exactly its share, %d, even if its doubles are a little less", (share, peak, value) => {
    expect(1 - value / peak).toBeLessThan(share);
    const stop = new DrawdownStop({ share, samples: 1 });
    expect(feed(stop, [peak, peak], [value * 1.000_001, value * 1.000_001]).tripped).toBe(false);
    const { tripped, reason } = feed(stop, [value, value]);
    expect([tripped, reason.endsWith("by own prices and by the service")]).toEqual([true, true]);
    const again = new DrawdownStop({ share }, { peak, last: value });
    expect(again.assess()).toMatchObject({ verdict: "refused", code: "DRAWDOWN_STOP" });
  });

  it("uses the lower of its two sources for the peak, and the higher for the loss", () => {
    expect(feed(make(), [1000, 1020]).peak).toBe(1000);
    expect(feed(make(), [1020, 1000]).peak).toBe(1000);
    const { drawdown } = feed(make(1000), [890, 900]);
    expect(drawdown).toBeCloseTo(0.1, 9);
  });

  it("does not trip without a loss, however small its share", () => {
    const stop = new DrawdownStop({ share: 1e-13, samples: 1 });
    expect(feed(stop, [1000, 1000], [1000, 1000]).tripped).toBe(false);
  });

  it("begins to count anew after a sample that disagrees, or is not as low", () => {
    expect(feed(make(), [1000, 1000], [700, 700], [700, 700], [700, 900], [700, 700], [700, 700]).tripped).toBe(false);
    expect(feed(make(), [1000, 1000], [700, 700], [700, 700], [850, 850], [700, 700], [700, 700]).tripped).toBe(false);
  });

  it("does not believe a token without a price, an absurd price, or a stale snapshot", () => {
    const low = [700, 700, true] as const;
    expect(feed(make(), [1000, 1000], low, low, low, low)).toMatchObject({ tripped: false, drawdown: 0 });
    expect(feed(make(), [1000, 1000], [1000, 600], [1000, 600], [1000, 600], [1000, 600]).tripped).toBe(false);
    expect(feed(make(), [1000, 1000], [600, 1000], [600, 1000], [600, 1000], [600, 1000]).tripped).toBe(false);
    expect(feed(make(), [1e9, 1000], [1000, 1000], [1000, 1000], [1000, 1000])).toMatchObject({
      tripped: false,
      peak: 1000,
    });
    expect(feed(make(), [1000, 1000], [0, 0], [0, 0], [0, 0], [0, 0]).tripped).toBe(false);
  });

  it("takes no single absurd sample as the peak, even if both sources agree on it", () => {
    const spike = [1e6, 1e6] as const;
    expect(feed(make(), [1000, 1000], spike, spike, [1000, 1000], [1000, 1000], [1000, 1000])).toMatchObject({
      tripped: false,
      peak: 1000,
    });
    expect(feed(make(), [1000, 1000], spike, [1000, 5000], spike, [1000, 5000], spike).peak).toBe(1000);
    expect(feed(make(), [1000, 1000], [1100, 1100], [1300, 1300], [1200, 1200]).peak).toBe(1100);
  });

  it("does not count one figure of the service as several sources", () => {
    const stop = make(1000);
    for (let i = 0; i < 9; i++)
      stop.sample({ own: 700, service: { source: "portfolio", usd: 700, at: 5 }, unpriced: false });
    expect(stop.state().tripped).toBe(false);
    for (let i = 0; i < 9; i++) stop.sample({ own: 700, service: null, unpriced: false });
    expect(stop.state().tripped).toBe(false);
    feed(stop, [700, 700], [700, 700]);
    expect(stop.state().tripped).toBe(true);
  });

  it("does not count one snapshot, shown by portfolio and leaderboard, as two sources", () => {
    const stop = make(1000);
    const show = (source: "portfolio" | "leaderboard", usd: number, at: number): DrawdownState =>
      stop.sample({ own: 700, service: { source, usd, at }, unpriced: false });
    for (let at = 1; at <= 2; at++) {
      show("portfolio", 700 + at, at);
      show("leaderboard", 700 + at, at);
    }
    expect(stop.state().tripped).toBe(false);
    expect(show("leaderboard", 703, 3).tripped).toBe(true);
  });

  it("counts equal figures of one source several times if each is newer, also next to another source", () => {
    const stop = make(1000);
    const show = (source: "portfolio" | "leaderboard", at: number): DrawdownState =>
      stop.sample({ own: 700, service: { source, usd: 700, at }, unpriced: false });
    show("portfolio", 1);
    show("leaderboard", 2);
    expect(show("leaderboard", 3).tripped).toBe(false);
    expect(show("leaderboard", 4).tripped).toBe(true);
  });

  it("believes two sources that differ by just the tolerance, 3 % of the larger, and by no more", () => {
    for (const [samples, drawdown] of [
      [[700, 679], 0.3],
      [[679, 700], 0.3],
      [[700, 678.99], 0],
      [[678.99, 700], 0],
    ] as const)
      expect(feed(make(1000), samples).drawdown, samples.join()).toBeCloseTo(drawdown, 9);
    const strict = new DrawdownStop({ share: 0.2, agreement: 0.25 }, { peak: 1000, last: null });
    expect([feed(strict, [700, 524]).drawdown, feed(strict, [700, 525]).drawdown.toFixed(3)]).toEqual([0, "0.300"]);
    // A sum of 0 is what a service says that knows nothing: no loss of everything.
    for (const nothing of [
      [0, 700],
      [700, 0],
    ] as const) {
      const stop = new DrawdownStop({ share: 0.2, agreement: 1, samples: 1 }, { peak: 1000, last: null });
      expect(feed(stop, nothing)).toMatchObject({ tripped: false, drawdown: 0 });
    }
  });

  it("needs three samples by default, and as many as are configured", () => {
    for (const [given, samples] of [
      [{}, 3],
      [{ samples: 1 }, 1],
      [{ samples: 2 }, 2],
    ] as const) {
      const stop = new DrawdownStop({ share: 0.2, ...given }, { peak: 1000, last: null });
      const tripped = Array.from({ length: 4 }, () => feed(stop, [800, 800]).tripped);
      expect(tripped).toEqual([1, 2, 3, 4].map((n) => n >= samples));
    }
  });

  it("has no loss above its peak, which rises only once as many samples as must agree have reached it", () => {
    const stop = make(1000);
    expect(feed(stop, [1100, 1100])).toMatchObject({ drawdown: 0, peak: 1000 });
    expect(feed(stop, [1100, 1100])).toMatchObject({ drawdown: 0, peak: 1000 });
    expect(feed(stop, [1050, 1060])).toMatchObject({ drawdown: 0, peak: 1050 });
    expect(new DrawdownStop({ share: 0.2 }, { peak: 0, last: 0 }).assess()).toEqual({ verdict: "approved" });
    expect(feed(make(0), [500, 500])).toMatchObject({ tripped: false, drawdown: 0 });
  });

  it("lets everything pass before it trips", () => {
    expect(make().assess()).toEqual({ verdict: "approved" });
    expect(make().state()).toEqual({ tripped: false, drawdown: 0, peak: null, reason: "" });
  });

  it("lets nothing pass after a run that ended as low, until a believed sample refutes it or it trips", () => {
    const after = (peak: number | null, last: number | null): DrawdownStop =>
      new DrawdownStop({ share: 0.2, samples: 3 }, { peak, last });
    for (const stop of [after(1000, 801), after(1000, null), after(null, 500)])
      expect(stop.assess()).toEqual({ verdict: "approved" });
    const stop = after(1000, 799);
    const held = {
      verdict: "refused",
      code: "DRAWDOWN_STOP",
      reason: expect.stringContaining("$799.00, 20.1 % below"),
    };
    expect(stop.assess()).toMatchObject(held);
    expect(stop.atSending()).toMatchObject(held);
    // Neither a sample that is not believed nor one that is as low lifts it.
    expect(feed(stop, [900, 1000], [790, 790])).toMatchObject({ tripped: false });
    expect(stop.assess()).toMatchObject(held);
    const better = after(1000, 799);
    feed(better, [900, 1000], [790, 790], [810, 810]);
    expect(better.assess()).toEqual({ verdict: "approved" });
    const low = after(1000, 700);
    expect(feed(low, [700, 700], [700, 700], [700, 700])).toMatchObject({ tripped: true });
    expect(low.assess()).toMatchObject({ reason: expect.stringContaining("3 times in a row") as string });
  });
});
