import { attempt } from "../../core/attempt.js";
import { messageOf } from "../../core/errors.js";
import { plain } from "../../core/number/decimal.js";
import type { Trade } from "../../model/trade.js";
import type { RequestOf } from "../control/requests.js";
import type { Answers, PriceAnswer, QuoteAnswer, TokenAnswer, TradeAnswer } from "./answers.js";
import { amountOf } from "./amount.js";
import type { RequestPorts } from "./ports.js";

export async function balances({ venue }: RequestPorts): Promise<Answers["balances"]> {
  const list = await venue.balances();
  return { balances: list.map(({ token, amount }) => ({ token, amount: plain(amount) })) };
}

export async function trades({ venue }: RequestPorts): Promise<Answers["trades"]> {
  return { trades: (await venue.trades()).map(tradeAnswer) };
}

function tradeAnswer(trade: Trade): TradeAnswer {
  const { id, at, competitionId, from, to, price, success, error, reason } = trade;
  const amounts = { fromAmount: plain(trade.fromAmount), toAmount: plain(trade.toAmount) };
  return { id, at, competitionId, from, to, ...amounts, price, success, error, reason };
}

export async function leaderboard(
  { venue }: RequestPorts,
  { competition }: RequestOf<"leaderboard">,
): Promise<Answers["leaderboard"]> {
  const board = await venue.leaderboard(competition);
  const own = await attempt(() => venue.profile());
  return { ...board, teamId: own.ok ? own.value.id : null };
}

export async function price({ venue, registry }: RequestPorts, request: RequestOf<"price">): Promise<PriceAnswer> {
  const { name: token, address, specificChain } = registry.resolve(request.token);
  const { usd, readAt } = await venue.price(token);
  return { token, address, specificChain, usd, readAt };
}

export async function token({ venue, registry }: RequestPorts, request: RequestOf<"token">): Promise<TokenAnswer> {
  const known = registry.resolve(request.token);
  const { token, address, chain, specificChain, usd } = await venue.tokenInfo(known.name);
  return { token, address, chain, specificChain, usd, cash: known.cash };
}

export async function quote({ venue, registry }: RequestPorts, request: RequestOf<"quote">): Promise<QuoteAnswer> {
  const from = registry.resolve(request.from).name;
  const to = registry.resolve(request.to).name;
  const answer = await venue.quote({ from, to, amount: amountOf(request.amount) });
  return { ...answer, fromAmount: plain(answer.fromAmount), toAmount: plain(answer.toAmount) };
}

export async function health({ gateway }: RequestPorts): Promise<Answers["health"]> {
  const { status, version, uptime, timestamp: at, services } = await gateway.detailedHealth();
  return { status, version, uptime, at, services };
}

/** Rejects if the service's status cannot be read and no bot is there to say how it stands. */
export async function status({ venue, service, bot }: RequestPorts): Promise<Answers["status"]> {
  const running = bot();
  const read = await attempt(async () => venue.status());
  if (read.ok) return { service, unreadable: null, ...read.value, bot: running };
  if (running === null) throw read.error;
  const unknown = { active: null, competition: null, participating: null, message: null };
  return { service, unreadable: messageOf(read.error), ...unknown, bot: running };
}
