import { z } from "zod";
import { defineStrategy } from "../../../src/strategy/define.js";
import { token } from "../../../src/strategy/bind/token-param.js";

/** Reasons as people and machines write them: too long, with other bots' markers in them, with what no wire carries. */
const REASONS: readonly string[] = [
  "Momentum turned.",
  "As in [abcd-123456]: once more",
  "two\nlines\tand a tab",
  "🙂".repeat(300),
  "x".repeat(900),
  "lone \ud800 surrogate",
  "[",
];

/** Decides by chance: swaps of all sizes, targets, exits, cancellations. */
export const dice = defineStrategy({
  name: "dice",
  summary: "Decides by chance.",
  params: z.object({
    /** The cash token, then what is bought with it. */
    tokens: z.array(token()).min(2),
    every: z.string(),
    /** Decisions at a time, at most. */
    most: z.int(),
    /** Epoch milliseconds from which on it holds. */
    until: z.number(),
  }),
  schedule: ({ every }) => every,
  needs: ({ tokens }) => ({ prices: tokens }),
  decide({ params, random, book, now, swap, target, cancel, hold }) {
    if (now >= params.until) return hold({ reason: "It is over." });
    const [cash = "", ...others] = params.tokens;
    const pick = <T>(list: readonly T[]): T => list[random.int(list.length)] as T;
    const tradable = (): { reason: string; urgent?: boolean; validFor?: number } => ({
      reason: pick(REASONS),
      ...(random.next() < 0.1 && { urgent: true }),
      ...(random.next() < 0.15 && { validFor: 1_000 + random.int(90_000) }),
    });
    const one = () => {
      const name = pick(others);
      const draw = random.next();
      if (draw < 0.4)
        return swap({
          from: cash,
          to: name,
          size: { usd: 1 + Math.round(random.next() ** 3 * 90_000) / 100 },
          ...tradable(),
        });
      if (draw < 0.6 && book.valueOf(name) > 1)
        return swap({ from: name, to: cash, size: { fraction: 0.05 + 0.95 * random.next() }, ...tradable() });
      const second = pick(others);
      if (draw < 0.7 && second !== name)
        return swap({ from: name, to: second, size: { usd: 5 + random.int(50) }, ...tradable() });
      if (draw < 0.75) return swap({ from: cash, to: name, size: { usd: 20 }, limit: 1e6, ...tradable() });
      if (draw < 0.78) return swap({ from: cash, to: name, size: { amount: "0.0000001" }, ...tradable() });
      if (draw < 0.81) return cancel({ token: name, reason: "Thinks again." });
      if (draw < 0.9) return target({ weights: { [name]: random.next() / 2 }, band: random.int(3), ...tradable() });
      return hold({ reason: new Date(now).toISOString() });
    };
    const drawn = Array.from({ length: 1 + random.int(params.most) }, one);
    // Targets of one token contradict each other.
    const token = (decision: (typeof drawn)[number]) =>
      decision.kind === "target" ? Object.keys(decision.weights)[0] : null;
    return drawn.filter(
      (decision, i) => decision.kind !== "target" || drawn.findIndex((other) => token(other) === token(decision)) === i,
    );
  },
});
