import { ContenderError, messageOf } from "../core/errors.js";
import { andThen, isPromise, type MaybePromise } from "../core/maybe.js";
import type { TokenRegistry } from "../model/token-registry.js";
import type { ExecuteRequest, ExecuteResult } from "../model/trade.js";
import type { CallOptions, Venue, VenueReads } from "../model/venue.js";
import type { Exchange } from "./exchange.js";
import { Refusal } from "./refusal.js";
import { rulesOf } from "./rules-of.js";
import { scopedReads } from "./scoped-reads.js";
import { swapFields } from "./swap-fields.js";

/** What did not become a trade here never will: prices are read, and refusals made, before anything is booked. */
function rejected(error: unknown): ExecuteResult {
  if (error instanceof Refusal && error.code !== "UNKNOWN_COMPETITION")
    return { kind: "rejected", code: error.code, text: error.message };
  if (error instanceof ContenderError) return { kind: "rejected", code: "NO_PRICE", text: messageOf(error) };
  return { kind: "unknown", error: error instanceof Error ? error : new Error(messageOf(error)) };
}

/** The reads of one team. All but execute throw Refusal DEACTIVATED once a person took the team out. */
function teamReads(exchange: Exchange, teamId: string, registry: TokenRegistry): VenueReads {
  const { clock } = exchange;
  const open = <T>(read: () => T): T => {
    exchange.checkAccess(teamId);
    return read();
  };
  return {
    price: (token, options) =>
      open(() =>
        andThen(exchange.price(registry.resolve(token), options), (found) => {
          return { token, usd: found?.usd ?? null, readAt: clock.now() };
        }),
      ),
    tokenInfo: (name, options) =>
      open(() => {
        const { address, chain, specificChain } = registry.resolve(name);
        return andThen(exchange.price({ address, chain, specificChain }, options), (found) => {
          const at = { specificChain: found?.token.specificChain ?? null, usd: found?.usd ?? null };
          return { token: name, address, chain, ...at, readAt: clock.now() };
        });
      }),
    quote: ({ from, to, amount }, options) =>
      open(() => exchange.quote(teamId, swapFields(registry.resolve(from), registry.resolve(to), amount), options)),
    balances: () => open(() => exchange.balances(teamId)),
    portfolio: (options) => open(() => exchange.portfolio(teamId, options)),
    trades: () => open(() => exchange.trades(teamId)),
    profile: () => open(() => exchange.team(teamId)),
    status: () => open(() => exchange.status(teamId)),
    rules: () => open(() => rulesOf(exchange.rules(teamId), clock.now())),
    leaderboard: (competitionId) => open(() => exchange.leaderboard(teamId, competitionId)),
    upcoming: () =>
      open(() =>
        exchange.upcoming().map(({ id, name, description, state, settings }) => {
          return { id, name, description, state, allowCrossChainTrading: settings.allowCrossChain };
        }),
      ),
  };
}

/**
 * One team's way to an exchange in this process: what dry-run, tests and backtests trade on. It
 * answers at once where the exchange's price source does.
 */
export function simulatedVenue(exchange: Exchange, teamId: string, registry: TokenRegistry): Venue {
  const reads = teamReads(exchange, teamId, registry);
  let executes = 0;
  const send = (
    { from, to, amount, ...request }: ExecuteRequest,
    options?: CallOptions,
  ): MaybePromise<ExecuteResult> => {
    const { reason, slippageTolerance } = request;
    const fields = {
      ...swapFields(registry.resolve(from), registry.resolve(to), amount),
      reason,
      slippageTolerance: slippageTolerance?.toString(),
    };
    return andThen(exchange.execute(teamId, fields, options), (trade) => ({ kind: "filled", trade }));
  };
  return {
    ...reads,
    execute(request, options) {
      executes++;
      try {
        const result = send(request, options);
        return isPromise(result) ? result.catch(rejected) : result;
      } catch (error) {
        return rejected(error);
      }
    },
    scope: () => scopedReads(reads, () => executes),
    limitsLeft: () => ({ trade: null, price: null, account: null, all: null }),
  };
}
