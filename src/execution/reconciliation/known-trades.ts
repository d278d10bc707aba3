import type { Trade } from "../../model/trade.js";

/**
 * The trades of the venue that this bot knows of. A trade list is evidence of absence only if it holds
 * the newest one known of the competition: an older list says nothing about what came after it.
 */
export class KnownTrades {
  readonly #ids = new Set<string>();
  readonly #newest = new Map<string, { readonly id: string; readonly at: number }>();
  #opened: readonly string[] = [];

  /**
   * Takes over what the journal knows.
   * @param ids of a competition's trades, newest first
   * @param opened competitions, in the order in which the bot was in them
   */
  recall(competitionId: string, ids: readonly string[], opened: readonly string[]): void {
    this.#opened = opened;
    for (const id of ids) this.#ids.add(id);
    const [newest] = ids;
    // When it was made is not known: any other trade may turn out to be newer.
    if (newest !== undefined) this.#newest.set(competitionId, { id: newest, at: -Infinity });
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** Remembers a trade whose meaning is settled. */
  add(trade: Trade): void {
    this.#ids.add(trade.id);
  }

  /** Remembers a trade that was made this moment: no other is newer. */
  made(trade: Trade): void {
    this.add(trade);
    this.#raise(trade);
  }

  /** Id of the newest trade known of a competition, or null. */
  newest(competitionId: string): string | null {
    return this.#newest.get(competitionId)?.id ?? null;
  }

  /** Whether a list is new enough to prove that something is absent. Where no trade is known, every list is, an empty one too. */
  counts(list: readonly Trade[], competitionId: string): boolean {
    const newest = this.newest(competitionId);
    return newest === null || list.some(({ id }) => id === newest);
  }

  /** Whether a competition was over before another began, as far as the bot was in them; one that it enters now is the last. */
  isEarlier(competitionId: string, than: string): boolean {
    const at = this.#opened.indexOf(competitionId);
    const then = this.#opened.indexOf(than);
    return at >= 0 && (then < 0 || at < then);
  }

  /** Learns the newest trades from a list that is not older than what is known. */
  observe(list: readonly Trade[]): void {
    const competitions = new Set(list.map(({ competitionId }) => competitionId));
    for (const competitionId of competitions)
      if (this.counts(list, competitionId))
        // Oldest first, so that of equal times the one that the service lists first wins.
        for (const trade of list.toReversed()) if (trade.competitionId === competitionId) this.#raise(trade);
  }

  #raise(trade: Trade): void {
    const newest = this.#newest.get(trade.competitionId);
    if (newest === undefined || trade.at >= newest.at)
      this.#newest.set(trade.competitionId, { id: trade.id, at: trade.at });
  }
}
