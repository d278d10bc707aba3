import { z } from "zod";
import type { Random } from "../../../src/core/random.js";
import type { Decision } from "../../../src/model/decision.js";
import { defineStrategy } from "../../../src/strategy/define.js";
import { bound } from "../world.js";

/** What all strategies trade, by chain: what is under way on one keeps nothing on another from being sent. */
const CHAINS = [
  ["USDC.eth", "WETH.eth", "WBTC.eth", "USDT.eth"],
  ["USDC.base", "WETH.base"],
  ["USDC.svm", "SOL.svm"],
];
const SCHEDULES = ["* * * * *", "*/30 * * * * *", "*/20 * * * * *"];
const ALLOCATIONS = [0, 0.1, 0.3];

export const NAMES = ["s0", "s1", "s2"] as const;

export type Crowd = ReturnType<typeof bound>[];

/** Strategies on the same tokens, each with a schedule and a share of its own, which differ from start to start; one may be gone. */
export function crowd(random: Random): Crowd {
  const present = NAMES.filter((name) => name === "s0" || random.int(4) > 0);
  return present.map((name) =>
    bound({
      definition: trader(name, random.fork(name), SCHEDULES[random.int(SCHEDULES.length)] ?? ""),
      allocation: name === "s0" ? 0.4 : (ALLOCATIONS[random.int(ALLOCATIONS.length)] ?? 0),
    }),
  );
}

/** The same names, and nothing that they want. */
export const idlers = (): Crowd =>
  NAMES.map((name) => bound({ definition: strategy(name, "* * * * *", () => wait("nothing to do")), allocation: 0.3 }));

const wait = (reason: string): Decision => ({ kind: "hold", reason });

function trader(name: string, random: Random, schedule: string) {
  const pick = <T>(list: readonly T[]): T => list[random.int(list.length)] as T;
  const one = (): Decision => {
    const usd = 10 + random.int(40);
    const chain = pick(CHAINS);
    const [from, to] = [pick(chain), pick(chain)];
    switch (random.int(8)) {
      case 0:
        return { kind: "target", weights: { "WETH.eth": random.next() }, reason: "rebalances" };
      case 1:
        return { kind: "target", weights: { [to]: random.next() / 2, "WBTC.eth": 0.3 }, reason: "rebalances" };
      case 2:
        return { kind: "cancel", reason: "takes it back" };
      case 3:
        return {
          kind: "swap",
          from: "WETH.eth",
          to: "USDC.eth",
          size: { fraction: 0.5 },
          urgent: true,
          reason: "sells",
        };
      case 4:
        return wait("waits");
      default:
        if (from === to) return wait("stays");
        return { kind: "swap", from, to, size: { usd }, validFor: 90_000, reason: "swaps" };
    }
  };
  return strategy(name, schedule, () => (random.int(3) === 0 ? both(one(), one()) : one()));
}

/** Two targets at once may name the same token, which parks a strategy. */
const both = (a: Decision, b: Decision): readonly Decision[] =>
  a.kind === "target" && b.kind === "target" ? [a] : [a, b];

function strategy(name: string, schedule: string, decide: () => Decision | readonly Decision[]) {
  return defineStrategy({
    name,
    summary: "For a test.",
    params: z.object({}),
    schedule,
    needs: () => ({ prices: CHAINS.flat() }),
    decide,
  });
}
