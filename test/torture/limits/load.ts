import { sleep, type Clock } from "../../../src/core/time/clock.js";
import { Decimal } from "../../../src/core/number/decimal.js";
import type { Random } from "../../../src/core/random.js";
import type { Gateway } from "../../../src/gateway/gateway.js";
import type { CallOptions } from "../../../src/model/venue.js";

/** A read that strategies make, beside what it is counted by. */
const READS: readonly ((gateway: Gateway, options: CallOptions) => Promise<unknown>)[] = [
  (gateway, options) => gateway.price("WETH.eth", options),
  (gateway, options) => gateway.tokenInfo("WETH.eth", options),
  (gateway, options) => gateway.quote(SWAP, options),
  (gateway, options) => gateway.balances(options),
  (gateway, options) => gateway.portfolio(options),
  (gateway, options) => gateway.trades(options),
  (gateway, options) => gateway.profile(options),
  (gateway, options) => gateway.status(options),
  (gateway, options) => gateway.upcoming(options),
];

export const SWAP = { from: "USDC.eth", to: "WETH.eth", amount: new Decimal(100) } as const;
const TRADE = { purpose: "trade" } as const;
const MOST_UNDER_WAY = 60;

/** What a trade needs: its quote, itself, and, where its outcome is not known, the lists and balances that tell. */
export async function trade(gateway: Gateway, random: Random): Promise<void> {
  await gateway.quote(SWAP, TRADE);
  const { kind } = await gateway.execute({ ...SWAP, reason: "[abcd-7k2m9x] because" });
  if (kind !== "unknown" && random.next() < 0.9) return;
  await gateway.trades(TRADE);
  await gateway.balances(TRADE);
}

/** One strategy: bursts of reads, in scopes or without, some given up after a while, and trades. */
export async function strategy(gateway: Gateway, clock: Clock, random: Random, running: () => boolean): Promise<void> {
  const [burst, every] = [1 + random.int(25), 50 + random.int(3_000)];
  let under = 0;
  const start = (request: Promise<unknown>): void => {
    under++;
    request.catch(() => undefined).finally(() => under--);
  };
  while (running()) {
    await sleep(clock, Math.round(every * (0.5 + random.next())));
    if (under > MOST_UNDER_WAY) continue;
    const patience = new AbortController();
    const options = random.next() < 0.3 ? { signal: patience.signal } : {};
    const scope = random.next() < 0.3 ? gateway.scope() : null;
    for (let i = random.int(burst); i >= 0; i--) start((READS[random.int(READS.length)] as Read)(gateway, options));
    if (scope !== null) start(Promise.all([scope.price("WETH.eth", options), scope.price("WETH.eth", options)]));
    if (random.next() < 0.3) start(trade(gateway, random));
    void sleep(clock, random.int(5_000)).then(() => (patience.abort(new Error("the tick is over")), scope?.close()));
  }
}

type Read = (gateway: Gateway, options: CallOptions) => Promise<unknown>;

/** More than may be sent, of one kind of read, all the time. */
export async function demand(gateway: Gateway, kind: number, workers: number, running: () => boolean): Promise<void> {
  const read = READS[kind] as Read;
  const work = async (): Promise<void> => {
    while (running()) await read(gateway, {});
  };
  await Promise.all(Array.from({ length: workers }, work));
}

/** Trades, one after the other, about so many a minute. */
export async function trades(
  gateway: Gateway,
  clock: Clock,
  random: Random,
  everyMs: number,
  running: () => boolean,
): Promise<void> {
  while (running()) {
    await sleep(clock, Math.round(everyMs * (0.5 + random.next())));
    if (running()) await trade(gateway, random);
  }
}
