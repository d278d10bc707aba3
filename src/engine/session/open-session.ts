import { all, andThen, type MaybePromise } from "../../core/maybe.js";
import type { Competition, TeamProfile } from "../../model/competition.js";
import type { Recovered } from "../../model/recovered.js";
import type { TokenName } from "../../model/token.js";
import { checkBuyable } from "../../strategy/bind/buyable.js";
import { StrategyConfigError } from "../../strategy/errors.js";
import { attempt, valueOf } from "../../core/attempt.js";
import { closeStrandedBooks, openBooks, resumeBooks } from "./books.js";
import { openingBalances, readBalances } from "./opening-balances.js";
import { Session, type SessionEvents } from "./session.js";
import type { EngineContext } from "../context.js";

/**
 * Joins a competition: rules, place and balances are read, books opened or taken over, trades of an
 * earlier run settled. Rejects with what could not be read, or with StrategyConfigError where a
 * strategy could never buy what it is told to, and where the engine has stopped meanwhile: what was looked for then is left
 * to the next start.
 *
 * @param found conflicts that this run has found before
 * @param onOpening given the session before anything is asked of the service: what an earlier run left open is in it
 */
export function openSession(
  context: EngineContext,
  competition: Competition,
  team: TeamProfile,
  events: SessionEvents,
  found: readonly string[],
  onOpening: (session: Session) => void,
): MaybePromise<Session> {
  const recovered = context.ports.recover(competition.id);
  const session = new Session(context, competition, team, recovered, events);
  const { signal } = context.stop;
  const leave = (): void => session.executor.abandon();
  signal.addEventListener("abort", leave, { once: true });
  onOpening(session);
  return andThen(
    attempt(() => open(context, session, recovered, found)),
    (opening) => {
      signal.removeEventListener("abort", leave);
      // The next attempt takes over what is open: nobody else may settle it.
      if (!opening.ok) session.executor.abandon();
      return valueOf(opening);
    },
  );
}

function open(
  context: EngineContext,
  session: Session,
  recovered: Recovered | null,
  found: readonly string[],
): MaybePromise<Session> {
  const { ports, rules } = context;
  const known = recovered !== null && Object.keys(recovered.books).length > 0;
  const { executor, ledger } = session;
  const { clock, journal, strategies } = ports;
  const books = { clock, journal, strategies, ledger, note: context.note };
  if (known) {
    // As it was before the restart: what has no price now counts with its last one.
    for (const [token, price] of Object.entries(recovered.prices ?? {})) context.board.restore(token, price);
    resumeBooks(books, recovered);
  }

  const recovering = recovered === null ? undefined : executor.recover(recovered.open, { ...recovered, found });
  // Only what an earlier run left open must be settled before the first decision.
  const settled = recovered !== null && recovered.open.length > 0 ? recovering : undefined;
  const first = all<unknown>([rules.refresh(), session.readLeaderboard()]);
  const ready = andThen(first, () => settled);
  // Books that are open already are compared with them below.
  const read = andThen(ready, () => (known ? readBalances(context) : openingBalances(context, session.competitionId)));
  return andThen(read, (balances) => {
    const held = new Set(balances.filter(({ amount }) => !amount.isZero()).map(({ token }) => token));
    return andThen(priceHeld(context, session, [...held, ...ledger.sums.keys()]), () => {
      // The end may have been written meanwhile: nothing belongs to this run any more.
      context.stop.signal.throwIfAborted();
      if (known) {
        closeStrandedBooks(books, recovered);
        return andThen(session.reconcile(), () => session);
      }
      openBooks(books, balances, (token) => context.board.usd(token));
      return session;
    });
  });
}

/** Reads the prices of all that is held or needed. Throws StrategyConfigError where a strategy could never buy. */
function priceHeld(context: EngineContext, session: Session, held: readonly TokenName[]): MaybePromise<void> {
  const { ports, feed, stop } = context;
  checkReach(context, held);
  const tokens = [...new Set([...session.needed.named, ...held, ...session.needed.list])];
  return feed.gather(ports.venue, tokens, ports.clock.now(), stop.signal);
}

function checkReach({ ports, rules }: EngineContext, held: readonly TokenName[]): void {
  const { registry, strategies } = ports;
  const fundedChains = [...new Set(held.map((token) => registry.get(token)?.specificChain ?? ""))];
  const reach = { registry, crossChain: rules.current.crossChain === true, fundedChains };
  for (const { name, traded } of strategies) {
    const issues = checkBuyable(traded, reach);
    if (issues.length > 0) throw new StrategyConfigError(name, issues);
  }
}
