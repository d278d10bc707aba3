import type { TradeContext } from "../model/control.js";
import type { Intent } from "../model/intent.js";
import type { SlippageModel } from "../model/slippage.js";
import type { TokenName } from "../model/token.js";
import { committed } from "./open-intents.js";
import type { ExecutorPorts } from "./ports.js";
import type { TradeLog } from "./trade-log.js";

/** The formula by which slippage is expected where the rules do not say: the public service's own, the dearest for usual sizes. */
const CAUTIOUS_MODEL: SlippageModel = "computed";

/** What controls see of now. `open`: intents on their way, those planned at this instant included. */
export function tradeContext(
  ports: ExecutorPorts,
  trades: TradeLog,
  open: readonly Intent[],
  now: number,
): TradeContext {
  const { board, ledger, registry } = ports;
  const rules = ports.rules();
  const usd = (token: TokenName): number | null => board.get(token)?.usd ?? null;
  const isCash = (token: TokenName): boolean => registry.get(token)?.cash === true;
  const cash = ledger
    .balances()
    .filter(([token]) => isCash(token))
    .reduce(
      (sum, [token, { amount }]) => sum + amount.minus(committed(open, token, null)).toNumber() * (usd(token) ?? 0),
      0,
    );
  return {
    now,
    rules,
    slippage: rules.slippage ?? CAUTIOUS_MODEL,
    equity: ledger.equity(board).total,
    cash,
    tradesToday: trades.countOn(now, open),
    usd,
    isCash,
    lastTradeOf(a, b, exceptDecision) {
      const underWay = open.some(
        ({ from, to, decision }) =>
          decision !== exceptDecision && ((from === a && to === b) || (from === b && to === a)),
      );
      return underWay ? now : trades.lastOf(a, b, exceptDecision);
    },
  };
}
