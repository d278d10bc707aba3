import { describe, expect, it } from "vitest";
import { Decimal } from "../../../src/core/number/decimal.js";
import type { RunBacktest } from "../../../src/model/journal.js";
import { compareRuns, type Recording } from "../../../src/replay/index.js";
import { BACKTEST } from "../../journal/support.js";
import { at, MINUTE, recorded, TRADES_AT, type Planted } from "./recorded-run.js";

const HOUR = 60 * MINUTE;

const backtest = async (other: Partial<RunBacktest>, planted: Planted = {}): Promise<Recording> =>
  (await recorded({ ...planted, run: { backtest: { ...BACKTEST, ...other } } })).recording;

/** The fill is another one; and what was decided nine minutes after noon, where nothing was kept of what was seen. */
const OTHERWISE: Planted = {
  merged: true,
  end: (step) => (step.trade ? { ...step, trade: { ...step.trade, toAmount: new Decimal("0.0499") } } : step),
};

describe("compareRuns of two backtests", () => {
  it.each([
    [
      "range",
      { from: BACKTEST.from - HOUR },
      "2025-04-01T12:00:00.000Z to 2025-04-01T13:00:00.000Z",
      "2025-04-01T11:00:00.000Z to 2025-04-01T13:00:00.000Z",
    ],
    ["latency", { latency: 250 }, "1s", "250ms"],
    ["kind of bars", { bars: "recorded" }, "sampled", "recorded"],
    ["choice of house teams", { houseTeams: true }, "without", "with them"],
    ["run of inputs", { inputs: "7k2m9x" }, "none", "7k2m9x"],
  ] satisfies [string, Partial<RunBacktest>, string, string][])(
    "names another %s before its consequences",
    async (what, other, first, second) => {
      const { setUp, causes, differences } = compareRuns(await backtest({}), await backtest(other, OTHERWISE));
      expect(setUp).toEqual([{ what, first, second }]);
      expect(causes).toEqual({ backtest: 1 });
      const text = `the backtests were not the same: another ${what}`;
      const cause = { kind: "backtest", text, first: { [what]: first }, second: { [what]: second } };
      expect(differences).toMatchObject([{ at: at(TRADES_AT), what: "trade", causes: [cause, { kind: "quote" }] }]);
    },
  );

  it("names the prices that differ on another tape, and then the tape", async () => {
    const tape = { label: "b", fingerprint: "f" };
    const { setUp, causes, differences } = compareRuns(await backtest({}), await backtest({ tape }, OTHERWISE));
    expect(setUp).toEqual([{ what: "tape", first: "a test (0123456789abcdef)", second: "b (f)" }]);
    expect(causes).toEqual({ quote: 1 });
    const text = "the backtests were not the same: another tape";
    expect(differences).toMatchObject([{ causes: [{ kind: "quote" }, { kind: "backtest", text }] }]);
  });

  it("names it instead of an unexplained cause, and after the reason of a missing tick", async () => {
    const cancels: Planted["decisions"] = (i, usual) => (i === 9 ? [{ kind: "cancel", reason: "another one" }] : usual);
    const other = { latency: 250 };
    const causesOf = async (first: Planted, second: Planted) =>
      compareRuns(await backtest({}, first), await backtest(other, second)).differences[0]?.causes;
    const backtests = { kind: "backtest", text: "the backtests were not the same: another latency" };
    expect(await causesOf({ merged: true }, { merged: true, decisions: cancels })).toMatchObject([backtests]);
    expect(await causesOf({}, { skip: (i) => i === 7 })).toMatchObject([{ kind: "timing" }, backtests]);
  });

  it("reports that one ran longer, and does not take that for a cause", async () => {
    const { setUp, causes } = compareRuns(await backtest({}), await backtest({ to: BACKTEST.to + HOUR }, OTHERWISE));
    expect([setUp.map(({ what }) => what), causes]).toEqual([["range"], { quote: 1 }]);
  });

  it("treats a tape of another label with the same content as the same", async () => {
    const { fingerprint } = BACKTEST.tape;
    const { setUp } = compareRuns(await backtest({}), await backtest({ tape: { label: "b", fingerprint } }));
    expect(setUp).toEqual([]);
  });

  it("gives once the defaults of a run without a config", async () => {
    const run = (latency: number) => ({ backtest: { ...BACKTEST, latency }, config: { latency, team: "A" } });
    const [one, other] = [await recorded({ run: run(1) }), await recorded({ run: run(2) })];
    expect(compareRuns(one.recording, other.recording).setUp.map(({ what }) => what)).toEqual(["latency"]);
  });

  it("gives no settings of a backtest if the other run is none", async () => {
    const live = (await recorded()).recording;
    const { setUp, causes } = compareRuns(live, await backtest({ latency: 250 }, OTHERWISE));
    expect([setUp, causes]).toEqual([[], { quote: 1 }]);
  });
});
