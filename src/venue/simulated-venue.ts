import { ContenderError, messageOf, toError } from "../core/errors.js";
import { andThen, isPromise, type MaybePromise } from "../core/maybe.js";
import { iso } from "../core/time/utc.js";
import type { TokenRegistry } from "../model/token-registry.js";
import type { ExecuteRequest, ExecuteResult, Trade } from "../model/trade.js";
import { readScope } from "../model/read-scope.js";
import { readsBy, type CallOptions, type Venue, type VenueReads } from "../model/venue.js";
import type { Exchange } from "./exchange.js";
import { Refusal } from "./refusal.js";
import { rulesOf } from "./competition/rules-of.js";
import type { TeamSession } from "./team-session.js";

/** What did not become a trade here never will: prices are read, and refusals made, before anything is booked. */
function rejected(error: unknown): ExecuteResult {
  if (error instanceof Refusal && error.code !== "UNKNOWN_COMPETITION")
    return { kind: "rejected", code: error.code, text: error.message };
  if (error instanceof ContenderError) return { kind: "rejected", code: "NO_PRICE", text: messageOf(error) };
  return { kind: "unknown", error: toError(error) };
}

/** As of a request that the gateway does not let leave any more. */
const tooLate = (sendBy: number): ExecuteResult => ({
  kind: "rejected",
  code: "NOT_SENT",
  text: `its time was over at ${iso(sendBy)}`,
});

/** The reads of one team. All but execute throw Refusal DEACTIVATED once a person took the team out. */
function teamReads(exchange: Exchange, teamId: string, registry: TokenRegistry, seat: TeamSession): VenueReads {
  const { clock } = exchange;
  const reads: VenueReads = {
    price: (token, options) => seat.price(token, options),
    tokenInfo(name, options) {
      const { address, chain, specificChain } = registry.resolve(name);
      return andThen(exchange.price({ address, chain, specificChain }, options), (found) => {
        const at = { specificChain: found?.token.specificChain ?? null, usd: found?.usd ?? null };
        return { token: name, address, chain, ...at, readAt: clock.now() };
      });
    },
    quote: (request, options) => seat.quote(request, options),
    balances: () => seat.balances(),
    portfolio: (options) => exchange.portfolio(teamId, options),
    trades: () => exchange.trades(teamId),
    profile: () => exchange.team(teamId),
    status: () => exchange.status(teamId),
    rules: () => rulesOf(exchange.rules(teamId), clock.now()),
    leaderboard: (competitionId) => exchange.leaderboard(teamId, competitionId),
    upcoming: () =>
      exchange.upcoming().map(({ id, name, description, state, settings }) => {
        return { id, name, description, state, allowCrossChainTrading: settings.allowCrossChain };
      }),
  };
  return readsBy((_name, read, subject, options) => {
    seat.checkAccess();
    return read(subject, options);
  }, reads);
}

/**
 * One team's way to an exchange in this process: what dry-run, tests and backtests trade on. It
 * answers at once where the exchange's price source does.
 */
export function simulatedVenue(exchange: Exchange, teamId: string, registry: TokenRegistry): Venue {
  const seat = exchange.seat(teamId, registry);
  const reads = teamReads(exchange, teamId, registry, seat);
  let executes = 0;
  const execute = (request: ExecuteRequest, options?: CallOptions): MaybePromise<ExecuteResult> => {
    const { sendBy } = options ?? {};
    if (sendBy !== undefined && exchange.clock.now() > sendBy) return tooLate(sendBy);
    executes++;
    try {
      const trade = seat.execute(request, options);
      if (!isPromise(trade)) return filled(trade);
      // What was read meanwhile may be of before the trade.
      return trade.then(filled, rejected).finally(() => {
        executes++;
      });
    } catch (error) {
      return rejected(error);
    }
  };
  return { ...reads, execute, scope: () => readScope(reads, () => executes), limitsLeft: () => NO_LIMITS };
}

const filled = (trade: Trade): ExecuteResult => ({ kind: "filled", trade });

const NO_LIMITS = Object.freeze({ trade: null, price: null, account: null, all: null });
