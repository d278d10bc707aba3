import { expect, test } from "vitest";
import { equalsDouble, ZERO } from "../../src/core/number/decimal.js";
import { seededRandom, type Random } from "../../src/core/random.js";
import type { Engine } from "../../src/engine/control.js";
import type { EngineResult } from "../../src/engine/result.js";
import type { Gateway } from "../../src/gateway/index.js";
import type { MemoryJournal } from "../support/memory-journal/memory-journal.js";
import { range, seedsOr } from "../support/seeds.js";
import { crowd, idlers } from "./interleavings/crowd.js";
import { Gate } from "./interleavings/gate.js";
import { Stage } from "./interleavings/stage.js";
import { flush, HOUR, MINUTE, pass, SETTINGS } from "./world.js";

const STEPS = 160;

const FINAL = ["DROPPED", "FILLED", "REJECTED", "NOT_EXECUTED"];

function written(journal: MemoryJournal): unknown[] {
  const { runs, ticks, steps, entries, notes, equityPoints } = journal;
  return [runs.at(-1)?.ending, ticks.length, steps.length, entries.length, notes.length, equityPoints.length];
}

/** Of the competition, in hours: it ends in a bot's midst, between two, or never. */
const DURATIONS = [0.1, 0.4, 24];

interface Bot {
  readonly stage: Stage;
  readonly engine: Engine;
  readonly gateway: Gateway;
  readonly gate: Gate;
}

/** What somebody, or time, does to a bot. */
async function befall({ stage, engine, gateway, gate }: Bot, random: Random): Promise<void> {
  const { journal, sandbox, teamId } = stage;
  const doing = random.int(40);
  const open = journal.intents.find(({ state }) => state === "UNKNOWN" || state === "CONFLICT")?.intent;
  if (doing < 24) gate.let(random, 1 + random.int(6));
  else if (doing < 25) gate.lose(random);
  else if (doing < 30) await pass(stage, random.int(4_000));
  else if (doing < 32) await pass(stage, random.int(MINUTE));
  else if (doing < 34) {
    const swap = { from: "USDC.eth", to: "WETH.eth", size: { usd: 20 }, reason: "by hand" };
    void engine.swap(swap).catch(() => undefined);
  } else if (doing < 35) void gateway.resetKey().catch(() => undefined);
  else if (open !== undefined && sandbox.exchange.trades(teamId).some(({ reason }) => reason?.startsWith(open.marker)))
    void engine.resolve(open.id, { kind: "filled", reason: "I saw it" }).catch(() => undefined);
  await flush();
}

/** How a bot may end that has no fault: on `deployed` it also doubts, until it gives up, what the end looks like. */
const ENDINGS = {
  document: /^(STOPPED|COMPETITION_OVER|UNREACHABLE)$/,
  deployed: /^(STOPPED|COMPETITION_OVER|UNREACHABLE|END_UNCONFIRMED)$/,
};

/** A start whose requests are held, until it has stopped; nothing may be asked, sent or written after that. */
async function live(stage: Stage, random: Random): Promise<void> {
  const { journal, clock, sent } = stage;
  const gate = new Gate();
  const { engine, gateway } = await stage.start(gate, crowd(random));
  const bot = { stage, engine, gateway, gate };
  // Some are held from the first request on, most once they trade.
  gate.open = random.int(5) > 0;
  const ended: EngineResult[] = [];
  void engine.run().then((result) => ended.push(result));
  await pass(stage, gate.open ? 61_000 : 0);
  gate.open = false;
  const stopAt = random.int(STEPS);
  let begun: readonly string[] | null = null;
  const leftSince = (): readonly string[] =>
    journal.intents.filter(({ state }) => state !== "PREPARED").map(({ intent }) => intent.marker);
  for (let step = 0; step < STEPS; step++) {
    if (step === stopAt) {
      engine.stop("Ctrl-C");
      begun = leftSince();
    }
    await befall(bot, random);
  }
  const hurriedAt = clock.now();
  const hurried = random.int(2) === 0;
  if (hurried) engine.stop("Ctrl-C");
  await pass(stage, hurried ? 0 : 3 * SETTINGS.finishWithin);
  const [result] = ended;
  expect(result?.code, "it ends, and by no fault").toMatch(ENDINGS[stage.profile]);
  if (hurried) expect(result?.endedAt).toBeLessThanOrEqual(hurriedAt);
  const open = journal.intents.filter(({ state }) => state === "SENT" || state === "UNKNOWN");
  expect([...(result?.unknown ?? [])].sort(), "what is not known is named").toEqual(
    open.map(({ intent }) => intent.id).sort(),
  );
  const before = written(journal);
  const asked = stage.asked.length;
  const closed = gateway.close();
  gate.letAll();
  await pass(stage, 5 * MINUTE);
  expect(written(journal), "nothing is written after the end").toEqual(before);
  await closed;
  // A key that is being changed is waited for.
  const late = stage.asked.slice(asked).filter((path) => !/reset-api-key$|profile$/.test(path));
  expect(late, "nothing is asked after the end").toEqual([]);
  expect(
    sent.filter((marker) => !(begun ?? []).includes(marker)),
    "nothing is begun after the stop",
  ).toEqual([]);
}

test.each(seedsOr(range(0, 14)))(
  "in any order of answers, failures and commands no rule is broken and the next start settles all (%i)",
  async (seed) => {
    const random = seededRandom(`interleavings ${seed}`);
    const stage = new Stage(`stage ${seed}`, (DURATIONS[random.int(DURATIONS.length)] ?? 0) * HOUR);
    const { journal, sandbox, teamId } = stage;
    for (let lives = 0; lives < 2 && !stage.closed; lives++) await live(stage, random);
    const last = stage.closed ? null : await stage.start(new Gate(), idlers());
    void last?.engine.run();
    await pass(stage, 10 * MINUTE);
    expect(stage.offences).toEqual([]);
    const open = journal.intents.filter(({ state }) => !FINAL.includes(state)).map(({ intent }) => intent.marker);
    if (!stage.closed) expect(open).toEqual([]);
    const filled = journal.intents.filter(({ state }) => state === "FILLED").map(({ intent }) => intent.marker);
    const made = sandbox.exchange.trades(teamId).map(({ reason }) => reason?.slice(0, 13) ?? "");
    // What was made and is not known to be is still open.
    expect(filled.sort()).toEqual(made.filter((marker) => !open.includes(marker)).sort());
    if (open.length === 0) expectHeld(stage);
    const decided = journal.ticks.flatMap(({ at, strategies }) =>
      strategies.map(({ strategy }) => `${strategy} at ${at}`),
    );
    expect(
      decided.filter((one, i) => decided.indexOf(one) !== i),
      "no strategy decides twice at an instant",
    ).toEqual([]);
    const numbers = journal.decisions.map(({ seq }) => seq);
    expect(new Set(numbers).size, "no decision is journalled twice").toBe(numbers.length);
    last?.engine.stop("done");
    last?.engine.stop("done");
    await last?.gateway.close();
    await sandbox.close();
  },
);

/** Expects that the books hold what the service says. */
function expectHeld({ journal, sandbox, teamId, competitionId }: Stage): void {
  const books = Object.values(journal.recover(competitionId).books);
  for (const { token, sent } of sandbox.exchange.balances(teamId)) {
    const held = books.reduce((sum, book) => sum.plus(book[token]?.amount ?? 0), ZERO);
    if (books.length > 0) expect(equalsDouble(held, sent), token).toBe(true);
  }
}
