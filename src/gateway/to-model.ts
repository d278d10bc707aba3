import { SERVICE_ERRORS, type Answer } from "../contract/index.js";
import { fromDouble } from "../core/number/decimal.js";
import type {
  Competition,
  CompetitionStatus,
  Leaderboard,
  TeamProfile,
  UpcomingCompetition,
} from "../model/competition.js";
import type { Balance, Portfolio } from "../model/portfolio.js";
import type { TokenRegistry } from "../model/token-registry.js";
import type { TokenName } from "../model/token.js";
import type { Quote, SwapRequest, Trade } from "../model/trade.js";

/** Answers of the service as values of the model: tokens by name, amounts as decimals. */

type WireTrade = Answer<"getTrades">["trades"][number];
type WirePortfolioToken = Answer<"getPortfolio">["tokens"][number];
type WireCompetition = Answer<"getLeaderboard">["competition"];

export function toTrade(trade: WireTrade, registry: TokenRegistry): Trade {
  return {
    id: trade.id,
    teamId: trade.teamId,
    competitionId: trade.competitionId,
    from: registry.ofAddress(trade.fromToken, trade.fromSpecificChain).name,
    to: registry.ofAddress(trade.toToken, trade.toSpecificChain).name,
    fromAmount: fromDouble(trade.fromAmount),
    toAmount: fromDouble(trade.toAmount),
    price: trade.price,
    success: trade.success,
    error: trade.error,
    reason: trade.reason,
    at: trade.timestamp,
  };
}

/** In the service's order. What it lists twice, alike in everything, is one trade. */
export function toTrades({ trades }: Answer<"getTrades">, registry: TokenRegistry): Trade[] {
  const listed = trades.map((trade) => toTrade(trade, registry));
  return [...new Map(listed.map((trade) => [JSON.stringify(trade), trade])).values()];
}

/** @param at when it was read, epoch milliseconds */
export function toQuote(answer: Answer<"getQuote">, { from, to }: SwapRequest, at: number): Quote {
  return {
    from,
    to,
    fromAmount: fromDouble(answer.fromAmount),
    toAmount: fromDouble(answer.toAmount),
    exchangeRate: answer.exchangeRate,
    slippage: answer.slippage,
    fromPrice: answer.prices.fromToken,
    toPrice: answer.prices.toToken,
    at,
  };
}

/** A token has one balance: what is listed twice, alike in everything, is there once; different amounts of it (under two spellings of its address) are there together. */
export function toBalances(answer: Answer<"getBalances">, registry: TokenRegistry): Balance[] {
  const amounts = new Map<TokenName, Set<number>>();
  for (const { token, specificChain, amount } of answer.balances) {
    const { name } = registry.ofAddress(token, specificChain);
    amounts.set(name, (amounts.get(name) ?? new Set()).add(amount));
  }
  return Array.from(amounts, ([token, listed]) => {
    const amount = [...listed].map(fromDouble).reduce((sum, part) => sum.plus(part));
    return { token, amount, sent: amount.toNumber() };
  });
}

export function toPortfolio(answer: Answer<"getPortfolio">, registry: TokenRegistry): Portfolio {
  return {
    totalValue: answer.totalValue,
    tokens: answer.tokens.map((row) => ({
      token: tokenOfRow(row, registry),
      address: row.token,
      amount: fromDouble(row.amount),
      price: row.price,
      value: row.value,
    })),
    snapshotAt: answer.snapshotTime,
    source: answer.source,
  };
}

/**
 * The deployed service leaves the specific chain out of EVM tokens. One address may be a token on several chains: it is
 * derived only if exactly one token at that address is known, from config or from balances and trades read before.
 */
function tokenOfRow({ token, chain, specificChain }: WirePortfolioToken, registry: TokenRegistry): TokenName | null {
  const said = specificChain ?? (chain === "svm" ? "svm" : null);
  if (said !== null) return registry.ofAddress(token, said).name;
  const [known, another] = registry.atAddress(token);
  return known === undefined || another !== undefined ? null : known.name;
}

function toCompetition({ id, name, description, status, startDate, endDate }: WireCompetition): Competition {
  return { id, name, description, state: status, startAt: startDate, endAt: endDate };
}

/** A competition in any other state than `active` counts as none, whatever the answer's flag says. */
export function toStatus(answer: Answer<"getStatus">): CompetitionStatus {
  const competition = answer.competition === null ? null : toCompetition(answer.competition);
  return {
    active: answer.active && competition?.state === "active",
    competition,
    participating: answer.participating ?? (leavesTeamOut(answer) ? false : null),
    message: answer.message,
  };
}

/**
 * The public service has no `participating` for a team that is not in the active competition: it says so in words, and
 * tells no more of the competition than id, name, status and start.
 */
function leavesTeamOut({ active, competition, message }: Answer<"getStatus">): boolean {
  if (!active || competition === null) return false;
  const isShort = competition.createdAt === null && competition.updatedAt === null;
  return isShort || SERVICE_ERRORS.NOT_PARTICIPATING.recognises.test(message ?? "");
}

export function toLeaderboard(answer: Answer<"getLeaderboard">): Leaderboard {
  const standing = (team: Answer<"getLeaderboard">["inactiveTeams"][number], rank: number | null) => ({
    rank,
    teamId: team.teamId,
    teamName: team.teamName,
    portfolioValue: team.portfolioValue,
    active: team.active,
    deactivationReason: team.deactivationReason,
  });
  return {
    competition: toCompetition(answer.competition),
    standings: answer.leaderboard.map((team) => standing(team, team.rank)),
    inactive: answer.inactiveTeams.map((team) => standing(team, null)),
  };
}

export function toUpcoming(answer: Answer<"getUpcoming">): UpcomingCompetition[] {
  return answer.competitions.map(({ id, name, description, status, allowCrossChainTrading }) => ({
    id,
    name,
    description,
    state: status,
    allowCrossChainTrading,
  }));
}

export function toProfile({ team }: Answer<"getProfile">): TeamProfile {
  return {
    id: team.id,
    name: team.name,
    email: team.email,
    contactPerson: team.contactPerson,
    metadata: team.metadata,
  };
}
