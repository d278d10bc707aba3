import { parseRules, type OperationId, type Query } from "../contract/index.js";
import type { Clock } from "../core/time/clock.js";
import { checkArguments, must, parts } from "../core/arguments.js";
import { Decimal, plain } from "../core/number/decimal.js";
import { text } from "../core/kinds.js";
import { bookable } from "../model/bookable.js";
import type { Rules } from "../model/rules.js";
import type { TokenRegistry } from "../model/token-registry.js";
import { SPECIFIC_CHAINS, tokenKey, type Token } from "../model/token.js";
import type { SwapRequest } from "../model/trade.js";
import type { AsyncReads } from "../model/venue.js";
import { AnswerError } from "./errors.js";
import {
  toBalances,
  toLeaderboard,
  toPortfolio,
  toProfile,
  toQuote,
  toStatus,
  toTrades,
  toUpcoming,
} from "./to-model.js";
import type { Pipeline } from "./pipeline.js";

interface ReadsOptions {
  readonly pipeline: Pipeline;
  readonly registry: TokenRegistry;
  readonly clock: Clock;
  /** Called with rules that were read. */
  readonly onRules: (rules: Rules) => void;
}

/** The reads of a venue, over the service's interface. */
export function createReads({ pipeline, registry, clock, onRules }: ReadsOptions): AsyncReads {
  return {
    async price(token, options) {
      const query = priceQuery(registry.resolve(token));
      const answer = await pipeline.call("getPrice", { query }, options);
      if (answer.success) checkNamed("getPrice", answer, registry.resolve(token));
      return { token, usd: answer.success ? answer.price : null, readAt: clock.now() };
    },
    async tokenInfo(token, options) {
      const known = registry.resolve(token);
      const answer = await pipeline.call("getTokenInfo", { query: priceQuery(known) }, options);
      checkNamed("getTokenInfo", answer, known);
      const { specificChain, price: usd } = answer;
      return { token, address: known.address, chain: known.chain, specificChain, usd, readAt: clock.now() };
    },
    async quote(request, options) {
      const answer = await pipeline.call("getQuote", { query: swapFields(request, registry) }, options);
      const sides = [
        [request.from, answer.fromToken],
        [request.to, answer.toToken],
      ] as const;
      for (const [name, address] of sides)
        checkNamed("getQuote", { token: address, specificChain: null }, registry.resolve(name));
      return toQuote(answer, request, clock.now());
    },
    balances: async (options) => toBalances(await pipeline.call("getBalances", {}, options), registry),
    portfolio: async (options) => toPortfolio(await pipeline.call("getPortfolio", {}, options), registry),
    trades: async (options) => toTrades(await pipeline.call("getTrades", {}, options), registry),
    profile: async (options) => toProfile(await pipeline.call("getProfile", {}, options)),
    status: async (options) => toStatus(await pipeline.call("getStatus", {}, options)),
    async rules(options) {
      const rules = parseRules((await pipeline.call("getRules", {}, options)).rules, clock.now());
      onRules(rules);
      return rules;
    },
    leaderboard: async (competitionId, options) =>
      toLeaderboard(await pipeline.call("getLeaderboard", { query: { competitionId } }, options)),
    upcoming: async (options) => toUpcoming(await pipeline.call("getUpcoming", {}, options)),
  };
}

/** The specific chain is always said: a lookup without one is an order of magnitude slower, and may find another token. */
function priceQuery({ address, chain, specificChain }: Token): Query<"getPrice"> {
  return { token: address, chain, specificChain: specificChain as Query<"getPrice">["specificChain"] };
}

/** What an answer says of the token that it is about; null where it does not say. */
interface NamedToken {
  readonly token: string | null;
  readonly specificChain: string | null;
}

/** The price of another token is no price of the one that was asked for. A chain that we do not know is no contradiction. Throws AnswerError. */
function checkNamed(id: OperationId, { token, specificChain }: NamedToken, asked: Token): void {
  const chain = SPECIFIC_CHAINS.find((known) => known === specificChain) ?? asked.specificChain;
  if (tokenKey(token ?? asked.address, chain) === tokenKey(asked.address, asked.specificChain)) return;
  const named = `${token ?? asked.address} on ${chain}`;
  throw new AnswerError(id, 200, `it names ${named}, not ${asked.address} on ${asked.specificChain}`, true);
}

const SWAP = parts({ from: text, to: text, amount: must<Decimal>("a Decimal", Decimal.isDecimal) });

/** Throws ArgumentError. */
export function checkSwap(request: SwapRequest): void {
  checkArguments("a swap", SWAP, request);
}

/** The fields that quotes and executes share. Throws ArgumentError, UnknownTokenError. */
export function swapFields(request: SwapRequest, registry: TokenRegistry): Query<"getQuote"> {
  checkSwap(request);
  const { from, to, amount } = request;
  const sold = registry.resolve(from);
  const bought = registry.resolve(to);
  return {
    fromToken: sold.address,
    toToken: bought.address,
    amount: plain(bookable(amount)),
    fromChain: sold.chain,
    fromSpecificChain: sold.specificChain,
    toChain: bought.chain,
    toSpecificChain: bought.specificChain,
  };
}
