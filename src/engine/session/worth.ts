import { iso } from "../../core/time/utc.js";
import type { Ledger } from "../../ledger/index.js";
import type { EngineContext } from "../context.js";

/** What everything is worth, for people, and as a figure; null if the price of something that is held was never known. */
export interface Worth {
  readonly text: string;
  readonly usd: number | null;
}

/** @param total own balances × own prices, USD; what never had a price counts as 0 in it */
export function worthOf({ board, feed }: Pick<EngineContext, "board" | "feed">, ledger: Ledger, total: number): Worth {
  const held = [...ledger.sums].filter(([, amount]) => !amount.isZero()).map(([token]) => token);
  const unknown = held.filter((token) => board.get(token) === null);
  const usd = `$${total.toFixed(2)}`;
  if (unknown.length > 0) {
    const rest = total > 0 ? ` (the rest is worth ${usd})` : "";
    return { text: `worth unknown: no price of ${unknown.join(", ")} is known${rest}`, usd: null };
  }
  const old = held
    .filter((token) => feed.isSilent(token))
    .map((token) => `${token} of ${iso(board.get(token)?.readAt ?? 0)}`);
  return {
    text: `with ${usd}${old.length === 0 ? "" : ` (at the last known price of ${old.join(", ")})`}`,
    usd: total,
  };
}
