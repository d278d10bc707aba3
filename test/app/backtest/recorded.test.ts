import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { recordedOf } from "../../../src/app/backtest/recorded.js";
import { setupOf } from "../../../src/app/backtest/setup.js";
import { TapeWriter } from "../../../src/tape/index.js";
import { folder, intent, NOON, open, run, strategyTick, swap, tick, trade } from "../../journal/support.js";

/** A data folder with a bot's tape, and runs with trades that took so many milliseconds each. */
function bot(runs: readonly { readonly rehearsal: boolean; readonly took: readonly number[] }[]): string {
  const home = folder();
  const service = "service: { baseUrl: 'http://127.0.0.1:9', key: '${KEY}' }";
  writeFileSync(
    join(home, "contender.yaml"),
    `${service}\nstrategies: [{ use: sma-cross, allocation: 1 }]\ndata: data\n`,
  );
  const writer = new TapeWriter(join(home, "data", "tape"), { source: "test" });
  for (const at of [NOON, NOON + 60_000]) writer.record("WETH.eth", { usd: 1, readAt: at, movedAt: at });
  writer.close();
  const journal = open(join(home, "data"));
  runs.forEach(({ rehearsal, took }, number) => {
    journal.begin(run({ id: `run-${number}`, rehearsal }));
    took.forEach((ms, i) => {
      const [id, at] = [`i${number}x${i}`, NOON + i * 60_000];
      const seq = journal.nextDecision();
      const decisions = [{ seq, decision: swap() }];
      journal.tick(tick(at, strategyTick({ decisions, intents: [intent(id, { decision: seq })] })));
      journal.step({ intent: id, at, from: "PREPARED", to: "SENT", detail: {} });
      journal.step({ intent: id, at: at + ms, from: "SENT", to: "FILLED", detail: {}, trade: trade(`t${id}`) });
    });
    journal.end(NOON + 3_600_000, { exitCode: 0, text: "stopped" });
  });
  journal.close();
  return join(home, "contender.yaml");
}

const latencyOf = async (config: string): Promise<number | undefined> =>
  (await recordedOf({}, setupOf({}, config))).latency;

it("takes the latency from what a lasting service was sent, not from dry runs", async () => {
  const dry = { rehearsal: true, took: [37, 37, 37, 37, 37, 37, 37] };
  expect(await latencyOf(bot([dry]))).toBeUndefined();
  expect(await latencyOf(bot([dry, { rehearsal: false, took: [900, 700, 800] }, dry]))).toBeUndefined();
  const live = { rehearsal: false, took: [900, 700, 800] };
  expect(await latencyOf(bot([dry, live, live]))).toBe(800);
});
