import { describe, expect, it } from "vitest";
import { sleep } from "../../../src/core/time/clock.js";
import type { Log } from "../../../src/core/log.js";
import { SimulatedClock } from "../../../src/core/time/simulated-clock.js";
import { nextTurn } from "../../../src/core/time/system-clock.js";
import { Recorder, type RecorderPorts } from "../../../src/app/record/recorder.js";
import type { RecordPlan } from "../../../src/app/record/plan.js";
import { AuthError, DeactivatedError, NetworkError } from "../../../src/gateway/index.js";
import { PriceBoard } from "../../../src/model/price-board.js";
import type { Quote } from "../../../src/model/trade.js";
import { openTape, TapeFileError, TapeRowError, TapeWriter, type Tape } from "../../../src/tape/index.js";
import { emptyFolder } from "../../support/empty-folder.js";

const START = Date.UTC(2025, 0, 1);
const MINUTE = 60_000;

const PLAN: RecordPlan = {
  tokens: ["WETH.eth", "USDC.eth"],
  every: 30_000,
  pairs: [["USDC.eth", "WETH.eth"]],
  sizes: [100, 1_000],
  quotesEvery: 5 * MINUTE,
  lasts: null,
};

interface Service {
  /** Throws what a reading meets at a moment. */
  fail?: (at: number, token: string) => void;
  usd?: (token: string, at: number) => number | null;
  /** What a price waits for. */
  slow?: (clock: SimulatedClock, signal?: AbortSignal) => Promise<void>;
  plan?: RecordPlan;
}

/** Records from a made-up service for a while of its clock. */
async function recorded(minutes: number, service: Service = {}, ports: Partial<RecorderPorts> = {}) {
  const { plan = PLAN } = service;
  const clock = new SimulatedClock(START);
  const usd = service.usd ?? ((token: string) => (token === "WETH.eth" ? 2_000 : 0.5));
  const asked: { readonly at: number; readonly what: string }[] = [];
  const ask = (what: string, token: string): void => {
    asked.push({ at: clock.now(), what });
    service.fail?.(clock.now(), token);
  };
  const prices: { token: string; usd: number; readAt: number; movedAt: number; askedAt: number }[] = [];
  const quotes: { from: string; to: string; fromAmount: number; at: number }[] = [];
  const lines: string[] = [];
  const tell = (text: string): void => void lines.push(text);
  const log: Log = { debug() {}, info: tell, warn: tell, error: tell };
  const stop = new AbortController();
  const recorder = new Recorder(plan, {
    clock,
    log,
    board: new PriceBoard(),
    stop: stop.signal,
    venue: {
      price: async (token, options) => {
        ask(token, token);
        await service.slow?.(clock, options?.signal);
        return { token, usd: usd(token, clock.now()), readAt: clock.now() };
      },
      quote({ from, to, amount }) {
        ask(`${from}/${to}`, from);
        const toAmount = amount.div(4_000);
        const prices = { exchangeRate: 1 / 4_000, slippage: 0, fromPrice: 0.5, toPrice: 2_000 };
        return { from, to, fromAmount: amount, toAmount, ...prices, at: clock.now() } satisfies Quote;
      },
    },
    tape: {
      record: (token, price, askedAt) => void prices.push({ token, ...price, askedAt }),
      recordQuote: (quote) => void quotes.push(quote),
    },
    ...ports,
  });
  const run = recorder.run().then(
    () => null,
    (error: unknown) => error,
  );
  await clock.drive(START + minutes * MINUTE, async () => {
    for (let i = 0; i < 4; i++) await nextTurn();
  });
  stop.abort(new Error("enough"));
  const error = await run;
  return { prices, quotes, asked, lines, error, clock, recorded: recorder.recorded };
}

const away = (): never => {
  throw new NetworkError("getPrice", "http://there", Object.assign(new Error("no"), { code: "ECONNREFUSED" }));
};
const between = (from: number, until: number, fail: () => never) => (at: number) => {
  if (at >= START + from && at < START + until) fail();
};

describe("the recorder", () => {
  it("reads every price and the whole ladder of quotes at multiples of their periods", async () => {
    const { prices, quotes, recorded: done, error } = await recorded(10);
    expect([error, done]).toEqual([null, { prices: 42, quotes: 6, missed: 0, failed: 0, outages: [] }]);
    expect(prices.slice(0, 3).map(({ token, readAt }) => [token, readAt - START])).toEqual([
      ["WETH.eth", 0],
      ["USDC.eth", 0],
      ["WETH.eth", 30_000],
    ]);
    // Sizes in USD, at the price of what is sold.
    expect(quotes.slice(2, 4)).toMatchObject([
      { from: "USDC.eth", to: "WETH.eth", fromAmount: 200, at: START + 5 * MINUTE },
      { fromAmount: 2_000 },
    ]);
  });

  it("keeps when a price last moved beside when it was read", async () => {
    const { prices } = await recorded(3, { usd: (token, at) => (token === "WETH.eth" && at < START + MINUTE ? 1 : 2) });
    expect(prices.at(-2)).toMatchObject({ token: "WETH.eth", readAt: START + 3 * MINUTE, movedAt: START + MINUTE });
  });

  it("names the instant for which a late price was read", async () => {
    const { prices } = await recorded(2, { slow: (clock, signal) => sleep(clock, 400, signal) });
    expect(prices.map(({ readAt, askedAt }) => [askedAt - START, readAt - askedAt])).toEqual(
      [0, 0, 30_000, 30_000, 60_000, 60_000, 90_000, 90_000].map((at) => [at, 400]),
    );
  });

  it("survives a service that is away for an hour, with one request a round and one report", async () => {
    const {
      recorded: done,
      lines,
      asked,
      prices,
      error,
    } = await recorded(90, {
      fail: between(10 * MINUTE, 70 * MINUTE, away),
    });
    expect(error).toBeNull();
    expect(done.outages).toMatchObject([{ from: START + 10 * MINUTE, until: START + 70 * MINUTE, code: "NETWORK" }]);
    const meanwhile = asked.filter(({ at }) => at > START + 10 * MINUTE && at < START + 70 * MINUTE);
    expect(new Set(meanwhile.map(({ what }) => what))).toEqual(new Set(["WETH.eth"]));
    expect(meanwhile).toHaveLength(119);
    expect(lines.filter((text) => text.includes("cannot be reached"))).toHaveLength(1);
    expect(lines.filter((text) => text.includes("answers again, after 1h"))).toHaveLength(1);
    expect(prices.filter(({ readAt }) => readAt === START + 70 * MINUTE).map(({ token }) => token)).toEqual(
      PLAN.tokens,
    );
  });

  it("continues while the team is deactivated, and repeats the report every hour", async () => {
    const refused = { operation: "getPrice", status: 403, text: "idle", recognised: null };
    const {
      recorded: done,
      lines,
      error,
    } = await recorded(150, {
      fail: () => {
        throw new DeactivatedError(refused);
      },
    });
    expect(error).toBeNull();
    expect(done).toMatchObject({ prices: 0, outages: [{ code: "DEACTIVATED", until: null }] });
    expect(lines.filter((text) => text.includes("disqualified"))).toHaveLength(3);
  });

  it("records the other tokens if one fails, and reports that once", async () => {
    const { recorded: done, lines } = await recorded(5, {
      fail: (_at, token) => (token === "WETH.eth" ? away() : undefined),
    });
    expect(done).toMatchObject({ prices: 11, failed: 11, outages: [] });
    expect(lines.filter((text) => text.includes("No price of WETH.eth"))).toHaveLength(1);
  });

  it("takes a token without a price for a failed reading, not for a price of 0", async () => {
    const { prices, recorded: done } = await recorded(1, { usd: (token) => (token === "WETH.eth" ? null : 1) });
    expect([prices.every(({ token }) => token === "USDC.eth"), done.failed]).toEqual([true, 3]);
  });

  it("counts the rounds that are skipped while one waits for its turn, and never runs two at once", async () => {
    let inFlight = 0;
    let most = 0;
    const { recorded: done } = await recorded(10, {
      plan: { ...PLAN, pairs: [], tokens: ["WETH.eth"] },
      slow: async (clock, signal) => {
        most = Math.max(most, ++inFlight);
        await sleep(clock, 70_000, signal);
        inFlight--;
      },
    });
    // Each reading takes 70 seconds: after each two rounds have passed.
    expect([done.prices, done.missed, most]).toEqual([6, 12, 1]);
  });

  it("ends if the key stays refused, so that a person acts", async () => {
    const refused = { operation: "getPrice", status: 401, text: "", recognised: null };
    const { error, asked } = await recorded(60, {
      fail: () => {
        throw new AuthError(refused);
      },
    });
    expect(error).toBeInstanceOf(AuthError);
    expect(asked.at(-1)?.at).toBe(START + MINUTE);
  });

  it("ends where the tape cannot be written, and counts what a tape cannot hold as a failed reading", async () => {
    const full = new TapeFileError("The tape cannot be written", { remedy: "" });
    const broken = { record: () => raise(full), recordQuote: () => undefined };
    expect((await recorded(10, {}, { tape: broken })).error).toBe(full);
    const odd = { record: () => undefined, recordQuote: () => raise(new TapeRowError("odd", { remedy: "" })) };
    const { error, recorded: done } = await recorded(1, {}, { tape: odd });
    expect([error, done.prices, done.quotes]).toEqual([null, 6, 0]);
  });

  it("reports that the tape cannot be written in the very round in which it is stopped", async () => {
    const full = new TapeFileError("The tape cannot be written", { remedy: "" });
    const stop = new AbortController();
    const record = (): never => {
      stop.abort(new Error("stopped by SIGINT"));
      throw full;
    };
    const tape = { record, recordQuote: () => undefined };
    expect((await recorded(10, {}, { tape, stop: stop.signal })).error).toBe(full);
  });

  it("continues the same tape after a restart", async () => {
    const folder = emptyFolder();
    const once = async (): Promise<Tape> => {
      const tape = new TapeWriter(folder, { source: "there" });
      await recorded(5, {}, { tape });
      tape.close();
      return openTape(folder);
    };
    const first = await once();
    const second = await once();
    expect(second.prices("WETH.eth")?.times).toEqual(first.prices("WETH.eth")?.times);
    expect(second.quotes("USDC.eth", "WETH.eth")).toMatchObject(first.quotes("USDC.eth", "WETH.eth"));
    expect(second.quotes("USDC.eth", "WETH.eth")).not.toHaveLength(0);
  });
});

function raise(error: Error): never {
  throw error;
}
