import { z } from "zod";
import type { Decision } from "../../src/model/decision.js";
import { defineStrategy, type Strategy } from "../../src/strategy/define.js";
import type { View } from "../../src/strategy/view.js";

const nothing = z.object({});

/** A strategy that decides by the given function, every ten minutes unless told otherwise. */
export function deciding(
  name: string,
  decide: (view: View<Record<string, never>>) => Decision | readonly Decision[],
  schedule = "*/10 * * * *",
): Strategy {
  return defineStrategy({
    name,
    summary: "For a test.",
    params: nothing,
    schedule,
    needs: () => ({ prices: ["WETH.eth"] }),
    decide,
  });
}

/** Buys a little WETH each time. */
export const buyer = (name = "buyer", schedule?: string): Strategy =>
  deciding(
    name,
    ({ swap, now }) => swap({ from: "USDC.eth", to: "WETH.eth", size: { usd: 50 }, reason: `buys at ${now}` }),
    schedule,
  );

/** Does nothing, and says the same each time. */
export const idler = (name = "idler", schedule?: string): Strategy =>
  deciding(name, ({ hold }) => hold({ reason: "nothing to do" }), schedule);
