import { readdirSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { expectTold } from "./bot.js";
import { liveBot } from "./live-bot.js";
import { end, type Running } from "./process.js";

const EXECUTE = "/api/trade/execute";

describe.concurrent("a bot", () => {
  it.each(["SIGTERM", "SIGINT", "SIGQUIT", "SIGHUP"] as const)(
    "ends in order at a %s: exit code 0, and the final standing",
    async (signal) => {
      const live = await liveBot();
      const bot = live.start({}, ["--report-on-signal", `--report-directory=${live.folder}`]);
      try {
        await live.tradesOn(1);
        // What Node writes when it dies is among the files that may not have the key, which came by the environment.
        bot.child.kill("SIGUSR2");
        await bot.shows(/Node\.js report completed/);
        bot.child.kill(signal);
        const finished = await bot.finished;
        expectTold(finished, {
          code: 0,
          says: [new RegExp(`${signal}: finishing trades in flight`), /tanding of Faulty Cup/, /What next/],
          secret: live.service.key,
        });
        expect(readdirSync(live.folder)).toContainEqual(expect.stringMatching(/^report\..*\.json$/));
        await live.expectAgreement();
      } finally {
        await end(bot);
        await live.service.close();
      }
    },
  );

  it("waits for a trade that is under way at a SIGTERM, ends at the second one, and settles it at the next start", async () => {
    const live = await liveBot();
    const { service } = live;
    let bot = live.start({ DEADLINE: "20s", SETTLE: "21s" });
    try {
      await live.tradesOn(1);
      const sent = new Promise<void>((resolve) => {
        service.faults = ({ path }) => {
          if (path !== EXECUTE) return null;
          resolve();
          return "never";
        };
      });
      await sent;
      bot.child.kill("SIGTERM");
      await bot.shows(/repeat the signal to exit at once/);
      bot.child.kill("SIGTERM");
      const says = [/ending now/, /It is not known whether \w+ was executed/, /The next start looks again/];
      expectTold(await bot.finished, { code: 0, says, secret: service.key });
      service.faults = () => null;
      bot = live.start();
      await bot.shows(/NOT_EXECUTED|not executed/i);
      await live.tradesOn(1);
      bot.child.kill("SIGTERM");
      expect((await bot.finished).code).toBe(0);
      await live.expectAgreement();
    } finally {
      await end(bot);
      await service.close();
    }
  });

  it("notices another bot with its key and another journal: it reports the trades, or ends at them", async () => {
    const live = await liveBot();
    const { service } = live;
    const often = { BALANCES_EVERY: "10s" };
    const wary = live.start({ ...often, DATA: "./wary", FOREIGN_TRADES: "stop" });
    let calm: Running | undefined;
    try {
      await live.tradesOn(1);
      calm = live.start(often);
      expectTold(await wary.finished, {
        code: 4,
        says: [
          /trades? (was|were) not made by this bot/,
          /Somebody else trades on this account: [^]*another bot with this key/,
        ],
        secret: service.key,
      });
      // Whatever the one that ended has made, the other one reports, also what it made since both had begun.
      const ofWary = (await live.journalTrades("./wary")).filter(({ intent }) => intent !== null);
      await calm.shows(/trades? (was|were) not made by this bot/);
      const foreign = async (): Promise<string[]> =>
        (await live.journalTrades()).filter(({ intent }) => intent === null).map(({ trade }) => trade.id);
      // Where they are many, as on a busy machine, the log names some of them; the journal has all.
      const all = async (): Promise<void> => expect(await foreign()).toHaveLength(ofWary.length);
      await vi.waitFor(all, { timeout: 150_000, interval: 500 });
      await live.tradesOn(1);
      calm.child.kill("SIGTERM");
      expect((await calm.finished).code).toBe(0);
      expect((await foreign()).sort()).toEqual(ofWary.map(({ trade }) => trade.id).sort());
    } finally {
      await end(wary);
      await end(calm);
      await service.close();
    }
  });
});
