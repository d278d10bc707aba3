import type { TokenName } from "../model/token.js";
import type { ClosedTrade } from "./metric.js";

/** What metrics need to know of an executed swap; `BacktestFill` is one. */
export interface MetricFill {
  /** Epoch milliseconds; fills are in the order of their times. */
  readonly at: number;
  readonly from: TokenName;
  readonly to: TokenName;
  /** Plain decimal texts, in tokens. */
  readonly fromAmount: string;
  readonly toAmount: string;
  /** What was sold, at its price then. */
  readonly usd: number;
  /** What was bought less than by the prices, USD. */
  readonly slippageUsd: number;
}

/** A balance that a run began with: tokens, and what they were worth then, USD. */
export interface StartBalance {
  readonly token: TokenName;
  readonly amount: number;
  readonly usd: number;
}

interface Position {
  amount: number;
  costUsd: number;
  readonly openedAt: number;
}

/** Amounts are cut to 15 digits when they are sold: what is left of a position by that is nothing. */
const DUST = 1e-12;

/**
 * The closed trades of a run, by the method of average cost: each sale of a token that is not cash,
 * against the average of what was paid for it. Over all strategies together, as the competition
 * counts. A swap of one such token for another sells the first and buys the second at the USD that
 * the first was worth, as the books do; what slippage takes of it is then in the second's cost.
 * What a run begins with cost what it was worth then.
 *
 * @param startedAt when start balances count as opened, epoch milliseconds
 * @returns in the order of the sales
 */
export function closedTradesOf(
  fills: readonly MetricFill[],
  start: readonly StartBalance[],
  isCash: (token: TokenName) => boolean,
  startedAt: number,
): ClosedTrade[] {
  const positions = new Map<TokenName, Position>();
  for (const { token, amount, usd } of start)
    if (!isCash(token) && amount > 0) positions.set(token, { amount, costUsd: usd, openedAt: startedAt });
  const closed: ClosedTrade[] = [];
  for (const fill of fills) {
    const proceedsUsd = isCash(fill.to) ? fill.usd - fill.slippageUsd : fill.usd;
    if (!isCash(fill.from)) closed.push(sell(positions, fill, proceedsUsd));
    if (!isCash(fill.to)) buy(positions, fill);
  }
  return closed;
}

function buy(positions: Map<TokenName, Position>, fill: MetricFill): void {
  const position = positions.get(fill.to) ?? { amount: 0, costUsd: 0, openedAt: fill.at };
  position.amount += Number(fill.toAmount);
  position.costUsd += fill.usd;
  positions.set(fill.to, position);
}

/** What was sold beyond what is known to be there (a deposit by hand) cost what it fetched: no profit is made up. */
function sell(positions: Map<TokenName, Position>, fill: MetricFill, proceedsUsd: number): ClosedTrade {
  const { from: token, at: closedAt } = fill;
  const sold = Number(fill.fromAmount);
  const position = positions.get(token) ?? { amount: 0, costUsd: 0, openedAt: closedAt };
  const known = Math.min(sold, position.amount);
  const part = position.amount > 0 ? known / position.amount : 0;
  const costUsd = position.costUsd * part + (sold > 0 ? proceedsUsd * ((sold - known) / sold) : 0);
  if (1 - part <= DUST) positions.delete(token);
  else {
    position.costUsd -= position.costUsd * part;
    position.amount -= known;
  }
  return { token, openedAt: position.openedAt, closedAt, costUsd, proceedsUsd };
}
