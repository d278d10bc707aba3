import { Decimal } from "../../src/core/number/decimal.js";
import { scaledClock, systemClock } from "../../src/core/time/system-clock.js";
import { syntheticMarket } from "../../src/tape/index.js";
import { expect, vi } from "vitest";
import { CONTAINER } from "../support/container.js";
import { expectNowhere, folderWith, strategy } from "./bot.js";
import { faultyService, type FaultyService } from "./faulty-service.js";
import { run, start, type Finished, type Running } from "./process.js";

/** How fast the service's clock goes, and with it the bot's. */
const SPEED = 60;

/** Buys and sells in turn, once a minute (of the fast clock), whenever it has no trade under way. */
const FLIPS = strategy(
  "flips",
  `needs: () => ({ prices: ["WETH.eth"] }),
  decide: ({ open, book, now, swap, hold }) => {
    if (open.length > 0) return hold({ reason: "a trade is under way" });
    const reason = new Date(now).toISOString();
    if (book.valueOf("WETH.eth") > 1) return swap({ from: "WETH.eth", to: "USDC.eth", size: { fraction: 1 }, reason });
    return swap({ from: "USDC.eth", to: "WETH.eth", size: { usd: 50 }, reason });
  },`,
).replace("* * * * * *", "0 * * * * *");

/** A bot that trades all the time, at a service that can be made to fail. */
export interface LiveBot {
  readonly service: FaultyService;
  readonly folder: string;
  /** @param node arguments of Node itself */
  start(env?: Record<string, string>, node?: readonly string[]): Running;
  /** The same in a container of its own, as the first process of it; its folder is the volume. */
  startContained(): Running;
  /** Trades that the service has made so far. */
  trades(): number;
  /** Resolves when the service has made this many more. */
  tradesOn(more?: number): Promise<void>;
  contender(...args: string[]): Promise<Finished>;
  /** The trades in a journal; without an intent what others have made. @param data the data folder, default the bot's own */
  journalTrades(data?: string): Promise<readonly TradeRow[]>;
  /** Expects that journal and service tell the same trades, that books and balances agree, and that no file has the key. */
  expectAgreement(): Promise<void>;
}

export async function liveBot(): Promise<LiveBot> {
  const origin = systemClock.now();
  const service = await faultyService({
    clock: scaledClock({ speed: SPEED, origin }),
    market: syntheticMarket({ seed: "live", start: origin }),
  });
  const folder = folderWith({
    "flips.ts": FLIPS,
    "contender.yaml": `service: { baseUrl: "${service.url}", key: "\${TEAM_KEY}" }
clock: { speed: ${SPEED} }
data: "\${DATA:-./data}"
competition: { watchEvery: 1m, minTradesPerDay: 0, balancesEvery: "\${BALANCES_EVERY:-5m}" }
execution:
  { deadline: "\${DEADLINE:-500ms}", settle: "\${SETTLE:-2s}", foreignTrades: "\${FOREIGN_TRADES:-report}" }
strategies: [{ use: ./flips.ts, allocation: 1 }]
`,
  });
  const options = { cwd: folder, env: { TEAM_KEY: service.key } };
  const team = service.sandbox.teams[0]?.teamId ?? "";
  const trades = (): number => service.sandbox.exchange.trades(team).length;
  const contender = (...args: string[]): Promise<Finished> => run(args, options);
  const journalTrades = (DATA = "./data"): Promise<TradeRow[]> =>
    rows((...args) => run(args, { ...options, env: { ...options.env, DATA } }), "trades");
  return {
    service,
    folder,
    startContained: () => start(["start"], { ...options, container: CONTAINER }),
    start: (env = {}, node = []) => start(["start"], { ...options, env: { ...options.env, ...env }, node }),
    trades,
    async tradesOn(more = 1) {
      const enough = trades() + more;
      await vi.waitFor(() => expect(trades()).toBeGreaterThanOrEqual(enough), { timeout: 150_000, interval: 20 });
    },
    contender,
    journalTrades,
    async expectAgreement() {
      const listed = service.sandbox.exchange.trades(team).map(({ id, reason }) => [id, reason]);
      const journal = await journalTrades();
      expect(journal.map(({ trade: { id, reason } }) => [id, reason]).sort()).toEqual(listed.sort());
      expect(new Set(journal.map(({ intent }) => intent)).size).toBe(listed.length);
      const sums = new Map<string, Decimal>();
      for (const { token, change } of await rows<{ token: string; change: string }>(contender, "books"))
        sums.set(token, (sums.get(token) ?? new Decimal(0)).plus(change));
      const { stdout } = await contender("balances", "--json");
      const { balances } = JSON.parse(stdout) as { balances: { token: string; amount: string }[] };
      const held = (list: (readonly [string, number])[]) => list.filter(([, amount]) => amount !== 0).sort();
      expect(held([...sums].map(([token, sum]) => [token, sum.toNumber()]))).toEqual(
        held(balances.map(({ token, amount }) => [token, Number(amount)])),
      );
      expectNowhere(service.key, folder);
    },
  };
}

interface TradeRow {
  readonly trade: { readonly id: string; readonly reason: string };
  readonly intent: string | null;
}

async function rows<Row>(contender: LiveBot["contender"], view: string): Promise<Row[]> {
  const { stdout, stderr, code } = await contender("journal", view, "--json");
  expect(code, stderr).toBe(0);
  return (JSON.parse(stdout) as Record<string, Row[]>)[view] ?? [];
}
