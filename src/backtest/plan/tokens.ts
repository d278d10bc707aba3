import { canonicalJson, type JsonValue } from "../../core/json.js";
import { nearest } from "../../core/nearest.js";
import { KNOWN_TOKENS } from "../../model/known-tokens.js";
import { TokenRegistry } from "../../model/token-registry.js";
import type { Token, TokenName } from "../../model/token.js";
import type { BoundStrategy } from "../../strategy/bind/bind.js";
import type { Tape } from "../../tape/tape.js";
import { NotOnTapeError } from "../errors.js";
import { namedTape } from "./named-tape.js";

/** The tokens that a backtest can name: those given (default: those in common use), and whatever else the tape has. */
export function registryFor(tape: Pick<Tape, "tracks">, base: TokenRegistry | undefined): TokenRegistry {
  const known = base?.list() ?? [...KNOWN_TOKENS];
  const names = new Set(known.map(({ name }) => name));
  const own = tape.tracks.map(({ token }) => token).filter(({ name }) => !names.has(name));
  if (base !== undefined && own.length === 0) return base;
  // The given ones last: they overrule.
  return new TokenRegistry([...own, ...known]);
}

/** The tokens that are not what everybody calls by that name, nor the tape; none where nobody said so. */
export function ownTokens(tape: Pick<Tape, "tracks">, registry: TokenRegistry): Token[] {
  const usual = new Set([...KNOWN_TOKENS, ...tape.tracks.map(({ token }) => token)].map(canonicalJson));
  return registry.list().filter((token) => !usual.has(canonicalJson(token)));
}

/** The tokens of a run. */
export interface UsedTokens {
  /** Those with prices on the tape that are traded or held: the run lies where all of them have one. */
  readonly onTape: readonly TokenName[];
  /** Cash of which the tape has no price: it stands at $1. */
  readonly pegged: ReadonlySet<TokenName>;
}

/**
 * What is needed of a tape. Throws NotOnTapeError for a token that it does not have, unless it is cash, and for a tape
 * without any.
 */
export function usedTokens(
  tape: Tape,
  registry: TokenRegistry,
  strategies: readonly BoundStrategy[],
  startBalances: Readonly<Record<TokenName, string>>,
): UsedTokens {
  const tracks = new Set(tape.tracks.map(({ token }) => token.name));
  if (tracks.size === 0)
    throw new NotOnTapeError(`The ${namedTape(tape)} holds no price`, {
      remedy: "Record some prices first, or import them.",
    });
  const cash = registry.list().filter((token) => token.cash);
  const pegged = new Set(cash.map(({ name }) => name).filter((name) => !tracks.has(name)));
  const check = (who: string, token: TokenName, param: string | null = null, strategy: string | null = null): void => {
    if (tracks.has(token) || pegged.has(token)) return;
    const near = nearest(token, tracks);
    const only = strategies.length > 1 && strategy !== null ? `--strategy ${strategy} ` : "";
    throw new NotOnTapeError(`${who} ${token}, but the ${namedTape(tape)} has no prices for it`, {
      remedy: `${near === null ? "" : `Did you mean ${near}? `}The tape has ${[...tracks].join(", ")}.${param === null ? "" : ` Set the strategy's param \`${param}\`: ${only}--param ${param}=${near ?? [...tracks][0] ?? token}.`}`,
    });
  };
  const used = new Set<TokenName>();
  for (const { name, tokens, paramsJson } of strategies)
    for (const token of tokens) {
      check(`${name} names`, token, paramOf(paramsJson, token), name);
      used.add(token);
    }
  for (const [name, amount] of Object.entries(startBalances)) {
    const { name: token } = registry.resolve(name);
    if (Number(amount) === 0) continue;
    check("The team begins with", token);
    used.add(token);
  }
  const chains = new Set([...used].map((token) => registry.get(token)?.specificChain));
  for (const { name, specificChain } of cash) if (chains.has(specificChain)) used.add(name);
  return { onTape: [...used].filter((token) => tracks.has(token)), pegged };
}

/**
 * What house teams may buy: what the market has, as in the sandbox, but for tokens whose prices end before the run does.
 * What cannot be sold or valued any more would be lost, and a rival that loses it no rival.
 */
export function houseTokens({ tracks }: Pick<Tape, "tracks">, { pegged }: UsedTokens, to: number): TokenName[] {
  // By name: one of them is drawn by chance, and the order in which files were imported is none of its business.
  return [...tracks.filter(({ until }) => until >= to).map(({ token }) => token.name), ...pegged].sort();
}

/** The param by which a strategy names a token; null where it names it otherwise. */
function paramOf(params: JsonValue, token: TokenName): string | null {
  const found = Object.entries(params ?? {}).find(([, value]) => value === token);
  return found?.[0] ?? null;
}
