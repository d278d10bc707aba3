import type { BookEntry } from "../model/journal.js";
import type { TokenName } from "../model/token.js";
import type { Recorder } from "./recorder.js";
import type { TradeWatch } from "./trade-watch.js";

/**
 * Compares venue and books, and enters the differences. To be called while nothing is being sent.
 * Left out are tokens in `blocked`, and those that a trade of ours moved within the settling time:
 * the service's answer may be older than that trade. Rejects where the venue cannot be read.
 */
export async function adjustBooks(
  recorder: Recorder,
  watch: TradeWatch,
  blocked: () => ReadonlySet<TokenName>,
): Promise<readonly BookEntry[]> {
  const { venue, ledger, journal, clock, competition } = recorder.ports;
  watch.observe(await venue.trades());
  const { version } = recorder;
  const before = blocked();
  const balances = await venue.balances();
  const tokens = [...balances.map(({ token }) => token), ...ledger.balances().map(([token]) => token)];
  const resting = new Set([...before, ...blocked(), ...tokens.filter((token) => isFresh(recorder, token))]);
  const entries = ledger.differences(balances, resting);
  if (entries.length > 0) {
    // Balances that a new competition has reset are none of this ledger's business.
    const { competition: running } = await venue.status();
    if (running !== null && running.id !== ledger.competitionId) return [];
  }
  // A lost answer that was found meanwhile has changed what the balances are compared with.
  if (recorder.version !== version || competition().id !== ledger.competitionId || recorder.halted) return [];
  if (entries.length > 0) {
    recorder.write(() => journal.adjust(clock.now(), entries));
    ledger.apply(entries);
  }
  watch.entered(resting);
  return entries;
}

function isFresh(recorder: Recorder, token: TokenName): boolean {
  const { clock, settings } = recorder.ports;
  return clock.now() - recorder.movedAt(token) < settings.settleMs;
}
