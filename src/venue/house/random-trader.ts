import { andThen, type MaybePromise } from "../../core/maybe.js";
import type { Random } from "../../core/random.js";
import type { HousePolicy, HousePorts } from "./policy.js";

/** Milliseconds between two trades in the mean; each wait is half to one and a half times that. */
const MEAN_WAIT = 15 * 60_000;
/** Fraction of a balance that one trade sells: enough to be seen, too little for its slippage to eat the portfolio. */
const LEAST = 0.01;
const MOST = 0.05;

function pick<T>(random: Random, items: readonly T[]): T | undefined {
  return items[random.int(items.length)];
}

function trade({ trader, random }: HousePorts): MaybePromise<void> {
  return andThen(trader.holdings(), (holdings) => {
    const from = pick(random, holdings);
    if (from === undefined) return;
    return andThen(trader.offered(from.token.specificChain), (offered) => {
      const others = offered.filter(({ token }) => token.name !== from.token.name);
      const to = pick(random, others);
      const fraction = LEAST + (MOST - LEAST) * random.next();
      if (to === undefined) return;
      return trader.sell(from, fraction, to.token, "Trades at random");
    });
  });
}

/** Swaps a little of something for something else, now and then: who stands below it did worse than chance. */
export const randomTrader: HousePolicy = {
  name: "house-random",
  begin(ports) {
    const { clock, random } = ports;
    const next = () => clock.at(clock.now() + MEAN_WAIT * (0.5 + random.next()), turn);
    const turn = (): void => {
      ports.guarded(() => trade(ports));
      cancel = next();
    };
    let cancel = next();
    return () => cancel();
  },
};
