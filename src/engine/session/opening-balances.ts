import { andThen, type MaybePromise } from "../../core/maybe.js";
import { attempt, valueOf } from "../../core/attempt.js";
import { someOf } from "../../core/some-of.js";
import { sleep } from "../../core/time/clock.js";
import { DOUBT_MS, LOOK_AGAIN_MS } from "../../execution/index.js";
import type { Balance } from "../../model/portfolio.js";
import type { TokenName } from "../../model/token.js";
import { attemptWithin } from "../timeouts/bounded.js";
import { BalancesDoubtedError } from "../errors.js";
import type { EngineContext } from "../context.js";

/** So many readings alike, `LOOK_AGAIN_MS` apart, are believed. */
const READINGS = DOUBT_MS / LOOK_AGAIN_MS;

/** Why books are not opened with some balances: in words, and what the service's portfolio shows beyond them. */
interface Doubt {
  readonly text: string;
  readonly missing: readonly TokenName[];
}

/**
 * The balances with which the books of a competition open. Books are never opened for an account that holds nothing;
 * where a token is missing that the portfolio shows and no trade in the list has sold, balances are read again until they
 * have been the same for ten minutes. Rejects with BalancesDoubtedError instead of waiting where the bot is to decide
 * only once, and where the engine stops.
 */
export function openingBalances(context: EngineContext, competitionId: string): MaybePromise<readonly Balance[]> {
  return andThen(readBalances(context), (balances) =>
    andThen(doubtOf(context, competitionId, balances), (doubt) =>
      doubt === null ? balances : waitForBetter(context, competitionId, doubt),
    ),
  );
}

async function waitForBetter(context: EngineContext, competitionId: string, first: Doubt): Promise<readonly Balance[]> {
  const { note, ports, stop } = context;
  if (ports.settings.once) throw new BalancesDoubtedError(first.text);
  let doubt = first;
  let readings = 1;
  const until = first.missing.length === 0 ? "" : ", for ten minutes at most where they stay the same";
  note("warn", "balances-doubted", `Books are not opened yet: ${first.text}. Balances are read again${until}.`);
  for (;;) {
    await sleep(ports.clock, LOOK_AGAIN_MS, stop.signal);
    const read = await attempt(() => readBalances(context));
    if (!read.ok) {
      context.onReadFailure(read.error);
      continue;
    }
    const next = await doubtOf(context, competitionId, read.value);
    if (next === null) {
      note("info", "balances-agree", "Nothing speaks against the balances any more: books are opened");
      return read.value;
    }
    readings = next.text === doubt.text ? readings + 1 : 1;
    doubt = next;
    if (readings < READINGS || doubt.missing.length === 0) continue;
    note("warn", "balances-believed", `Books are opened, though ${doubt.text}: it was so in ${readings} readings.`);
    return read.value;
  }
}

/** Rejects where they cannot be read in time. */
export function readBalances(context: EngineContext): MaybePromise<readonly Balance[]> {
  return andThen(
    attemptWithin(context.bound, (options) => context.ports.venue.balances(options)),
    valueOf,
  );
}

function doubtOf(
  context: EngineContext,
  competitionId: string,
  balances: readonly Balance[],
): MaybePromise<Doubt | null> {
  if (balances.every(({ amount }) => amount.isZero()))
    return { text: "the account holds nothing, by the service's balances", missing: [] };
  // A simulated service is not asked twice.
  if (!Number.isFinite(context.ports.settings.balancesEvery)) return null;
  return andThen(missingOf(context, competitionId, balances), (missing) =>
    missing.length === 0
      ? null
      : {
          text: `the balances lack ${someOf(missing)}, which the portfolio shows and no trade in the list has sold`,
          missing,
        },
  );
}

/** What the portfolio shows, the balances lack, and no trade has sold. Without a portfolio nothing is known to be missing. */
function missingOf(
  { bound, ports }: EngineContext,
  competitionId: string,
  balances: readonly Balance[],
): MaybePromise<readonly TokenName[]> {
  const { registry, venue } = ports;
  // Portfolios do not always name the chain of a token, and some write addresses in another case.
  const addressOf = (token: TokenName): string => (registry.get(token)?.address ?? token).toLowerCase();
  const held = new Set(balances.filter(({ amount }) => !amount.isZero()).map(({ token }) => addressOf(token)));
  return andThen(
    attemptWithin(bound, (options) => venue.portfolio(options)),
    (portfolio) => {
      if (!portfolio.ok) return [];
      // Null: it does not say which token it is.
      const shown = portfolio.value.tokens.flatMap(({ token, amount }) =>
        token === null || amount.isZero() ? [] : [token],
      );
      const missing = shown.filter((token) => !held.has(addressOf(token)));
      if (missing.length === 0) return [];
      return andThen(
        attemptWithin(bound, (options) => venue.trades(options)),
        (trades) => {
          const here = trades.ok ? trades.value.filter((made) => made.competitionId === competitionId) : [];
          const sold = new Set(here.filter(({ success }) => success).map(({ from }) => addressOf(from)));
          return missing.filter((token) => !sold.has(addressOf(token)));
        },
      );
    },
  );
}
