import { deepFreeze } from "../../core/freeze.js";
import type { TokenRegistry } from "../../model/token-registry.js";
import type { BarsSource } from "./bars-source.js";
import type { View } from "../view.js";
import type { ViewData } from "./view-data.js";
import { ViewSlot, type Viewer } from "./view-slot.js";

/**
 * The view of a strategy on some facts, which are frozen: it is recorded what was shown. The same for a live tick, a backtest, a replay and a test:
 * equal facts and bars give equal views. Costly parts are computed when they are asked for.
 */
export function viewOf(strategy: Viewer, facts: ViewData, bars: BarsSource, registry: TokenRegistry): View {
  const slot = new ViewSlot(strategy, bars, registry);
  slot.show({ ...deepFreeze(facts), priceOf: (token) => facts.prices[token] ?? null });
  return slot.view;
}
