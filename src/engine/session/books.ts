import type { Clock } from "../../core/time/clock.js";
import type { Ledger } from "../../ledger/index.js";
import { UNASSIGNED, type BookEntry, type JournalWriter } from "../../model/journal.js";
import type { Recovered } from "../../model/recovered.js";
import type { Balance } from "../../model/portfolio.js";
import type { TokenName } from "../../model/token.js";
import type { BoundStrategy } from "../../strategy/bind/bind.js";
import type { Notes } from "../notes.js";

interface BooksPorts {
  readonly clock: Clock;
  readonly journal: Pick<JournalWriter, "adjust">;
  readonly note: Notes;
  readonly ledger: Ledger;
  readonly strategies: readonly BoundStrategy[];
}

function allocationsOf(strategies: readonly BoundStrategy[]): Record<string, number> {
  return Object.fromEntries(strategies.map(({ name, allocation }) => [name, allocation]));
}

/** Opens the books of a competition that the journal never saw. */
export function openBooks(
  ports: BooksPorts,
  balances: readonly Balance[],
  usd: (token: TokenName) => number | null,
): void {
  write(ports, ports.ledger.start(balances, allocationsOf(ports.strategies), usd));
}

/** Takes over the books of an earlier run, and moves what config allocates otherwise now. */
export function resumeBooks(ports: BooksPorts, recovered: Recovered): void {
  const { ledger, strategies, note } = ports;
  ledger.restore(recovered.books);
  const before = recovered.allocations;
  if (before === undefined) return;
  const after = allocationsOf(strategies);
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter((name) => (before[name] ?? 0) !== (after[name] ?? 0));
  if (changed.length === 0) return;
  const entries = ledger.transfer(before, after);
  write(ports, entries);
  const texts = changed.map((name) => `${name} ${before[name] ?? 0} → ${after[name] ?? 0}`);
  const moved = entries.length > 0 ? "" : "; no book holds what could move";
  note("info", "allocations-changed", `Allocations changed: ${texts.join(", ")}${moved}`, { before, after });
}

/**
 * Gives to *unassigned* what books hold of which config names no strategy: a trade that such a one had on
 * its way was found out after its book had been closed.
 */
export function closeStrandedBooks(ports: BooksPorts, recovered: Recovered): void {
  const { ledger, strategies, note } = ports;
  if (recovered.allocations === undefined) return;
  const named = new Set([UNASSIGNED, ...strategies.map(({ name }) => name)]);
  const stranded = ledger.books().filter((name) => !named.has(name) && ledger.book(name).size > 0);
  if (stranded.length === 0) return;
  write(ports, ledger.transfer(Object.fromEntries(stranded.map((name) => [name, 0])), {}));
  note(
    "info",
    "allocations-changed",
    `No strategy is called ${stranded.join(", ")} any more: unassigned has its tokens`,
  );
}

function write({ journal, clock }: BooksPorts, entries: readonly BookEntry[]): void {
  if (entries.length > 0) journal.adjust(clock.now(), entries);
}
