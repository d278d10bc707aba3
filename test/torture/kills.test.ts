import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { appendFileSync, cpSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi, type TestContext } from "vitest";
import { askOnce } from "../../src/app/requests/ask.js";
import { start } from "../../src/app/start/run.js";
import { POINT_CHANNEL } from "../../src/model/points.js";
import { POINTS } from "../support/points.js";
import { seededRandom } from "../../src/core/random.js";
import { judge } from "./kills/judge.js";
import { Life } from "./kills/life.js";
import { openStage, type Stage } from "./kills/stage.js";

async function lifeOn(
  { onTestFinished }: Pick<TestContext, "onTestFinished">,
  options: Parameters<typeof openStage>[1] = {},
): Promise<{ stage: Stage; life: Life }> {
  const stage = await openStage("fixed", options);
  onTestFinished(() => stage.close());
  return { stage, life: new Life(stage, seededRandom("fixed")) };
}

/** What the judges say of the journal as it is now. */
function judged(stage: Stage, service: Parameters<typeof judge>[0]["service"] = stage.service): string[] {
  const reader = stage.reader();
  try {
    return judge({ reader, service });
  } finally {
    reader.close();
  }
}

describe.concurrent("a bot of the command line", () => {
  it("that is killed at the riskiest points continues at the next start: no trade is made twice or lost", async (context) => {
    const { stage, life } = await lifeOn(context);
    for (const at of ["journal.SENT:after", "request.executeTrade:after", "journal.FILLED:before"]) {
      const { struck } = await life.run({ at, nth: 1, signal: "SIGKILL" }, Infinity);
      expect([life.failures, struck]).toEqual([[], [at]]);
    }
    await life.finish();
    expect(life.failures).toEqual([]);
    expect(judged(stage)).toEqual([]);
    expect(stage.service.trades()).not.toEqual([]);
    expect((await life.start(["replay", "last"], []).ended).said).toMatch(/No difference/);
  });
});

describe.concurrent("the judges", () => {
  it("see a trade left open, made twice, forgotten, or never decided, and books that differ", async (context) => {
    const { stage, life } = await lifeOn(context);
    const { service } = stage;
    await life.run({ at: "journal.SENT:after", nth: 2, signal: "SIGKILL" }, Infinity);
    expect(judged(stage)).toContainEqual(expect.stringMatching(/was left SENT/));
    const data = join(stage.folder, "data");
    const before = join(stage.folder, "before");
    cpSync(data, before, { recursive: true, filter: (name) => !name.includes("control") });
    // A trade that this copy knows nothing of.
    await life.run({ at: "journal.FILLED:after", nth: 1, signal: "SIGKILL" }, Infinity);
    await life.finish();
    expect(judged(stage)).toEqual([]);
    const [trade, ...others] = service.trades();
    if (trade === undefined) throw new Error("it has not traded");
    const { asked, team, sandbox } = service;
    const doctored = { asked, team, sandbox, trades: () => service.trades() };
    const seeing = (trades: typeof others): string[] => judged(stage, { ...doctored, trades: () => trades });
    expect(seeing([trade, trade, ...others])).toEqual([expect.stringMatching(/was traded 2 times/)]);
    const hand = (id: string) => ({ ...trade, id, reason: `[abcd-${id}] by hand 7` });
    expect(seeing([trade, ...others, hand("aaaaaa"), hand("bbbbbb")])).toContainEqual(
      'the swap "hand 7" was made 2 times',
    );
    expect(seeing(others)).toContainEqual(expect.stringMatching(/is FILLED, but the service has no trade of it/));
    const twice = new Map([...asked.keys()].map((marker) => [marker, 2]));
    expect(judged(stage, { ...doctored, asked: twice })).toContainEqual(expect.stringMatching(/was sent 2 times/));
    // A journal that has lost what was reported as written.
    rmSync(data, { recursive: true });
    renameSync(before, data);
    expect(judged(stage)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/was traded without an intent/),
        expect.stringMatching(/is not in the journal/),
        expect.stringMatching(/the books hold .*, the service/),
      ]),
    );
  });
});

describe("a run and the commands beside it", () => {
  it("pass every labelled point", async (context) => {
    const passed = new Set<unknown>();
    let givenUp = 0;
    const take = (name: unknown): void => {
      passed.add(name);
      if (name === "journal.NOT_EXECUTED:after" || name === "journal.CONFLICT:after") givenUp++;
    };
    subscribe(POINT_CHANNEL, take);
    context.onTestFinished(() => void unsubscribe(POINT_CHANNEL, take));
    const { stage } = await lifeOn(context, { beginsIn: null });
    const { service, keyFiles, folder } = stage;
    const config = join(folder, "contender.yaml");
    // A change of the key that was cut short.
    writeFileSync(keyFiles.key, "0000000000000000_0000000000000000\n", { mode: 0o600 });
    writeFileSync(`${keyFiles.key}.next`, `${service.key}\n`, { mode: 0o600 });
    appendFileSync(config, "log: { level: error }\n");
    const bot = start(config, { dryRun: false, once: false });
    const until = (name: string): Promise<void> =>
      vi.waitFor(() => expect(passed).toContain(name), { timeout: 150_000 });
    await until("status.wait:after");
    await service.begin();
    // However slow the bot is, it has given up a trade before that is made late.
    service.lateAfter = () => {
      const before = givenUp;
      return vi.waitFor(() => expect(givenUp).toBeGreaterThan(before), { timeout: 150_000 });
    };
    for (const [state, fault] of Object.entries(FAULTS)) {
      await vi.waitFor(() => expect(service.forced).toBeNull(), { timeout: 150_000 });
      service.forced = fault;
      if (fault === "late") await service.otherHands();
      await until(`journal.${state}:after`);
    }
    const reader = stage.reader();
    const conflict = reader.intents().find(({ state }) => state === "CONFLICT")?.intent.id ?? "";
    reader.close();
    // A slow machine does not answer within the short deadline, and is asked again.
    const ask = (request: Parameters<typeof askOnce>[0]): Promise<unknown> =>
      vi.waitFor(() => askOnce(request, { config }), { timeout: 150_000 });
    await ask({ do: "resolve", intent: conflict, verdict: "filled", reason: "it is in the list" });
    for (const question of QUESTIONS) await ask(question);
    await ask({ do: "rotate-key" });
    await until("journal.foreignTrades:after");
    process.emit("SIGTERM", "SIGTERM");
    await bot;
    expect(POINTS.filter((name) => !passed.has(name))).toEqual([]);
  });
});

/** What brings an intent to a state that it seldom comes to. */
const FAULTS = { REJECTED: "refused", UNKNOWN: "lostAnswer", NOT_EXECUTED: "lostRequest", CONFLICT: "late" } as const;

const QUESTIONS = [
  { do: "read", read: "portfolio" },
  { do: "read", read: "upcoming" },
  { do: "health" },
  { do: "token", token: "WETH.eth" },
  { do: "set-profile", contactPerson: "somebody" },
  { do: "swap", from: "USDC.base", to: "WETH.base", amount: "3", reason: "by hand" },
] as const;
