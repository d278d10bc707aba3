import { plain, type Decimal } from "../../../src/core/number/decimal.js";
import type { BookEntry } from "../../../src/model/journal.js";
import type { TokenName } from "../../../src/model/token.js";
import type { Trade } from "../../../src/model/trade.js";
import type { Witness } from "./witness.js";

/**
 * What a bot did in a competition that it had not joined. The first trade there cannot be helped: another competition
 * may begin after the last reading of the status. Once that trade is known nothing more may be sent, and no decision
 * may be traded again because its trade stands in no book.
 *
 * @param ours the trades that were really made, by the intent that asked for them
 */
export function* otherCompetition(witness: Witness, ours: ReadonlyMap<string, readonly Trade[]>): Generator<string> {
  yield* sentOn(witness, ours);
  yield* repeated(witness, ours);
  yield* unbooked(witness, ours);
}

/** Intents that were sent in a competition after it was known that another one had taken a trade of it. */
function* sentOn({ events, intents }: Witness, ours: ReadonlyMap<string, readonly Trade[]>): Generator<string> {
  const left = new Map<string, Trade>();
  for (const event of events) {
    if (event.kind !== "step") continue;
    const { intent, to, trade } = event.step;
    const competition = intents.get(intent)?.intent.competitionId ?? "";
    const before = left.get(competition);
    if (to === "SENT" && before !== undefined)
      yield `intent ${intent} was sent in competition ${competition}, though trade ${before.id} was known to be made in ${before.competitionId}`;
    // The service says where it was made, whatever the bot took it for.
    const made = ours.get(intent)?.find(({ id }) => id === trade?.id);
    if (made !== undefined && made.competitionId !== competition) left.set(competition, made);
  }
}

/** Decisions that were traded more than once in another competition than their own: the first such trade ends its session. */
function* repeated({ intents }: Witness, ours: ReadonlyMap<string, readonly Trade[]>): Generator<string> {
  const astray = new Map<number, string[]>();
  for (const [id, { intent }] of intents)
    for (const trade of ours.get(id) ?? [])
      if (trade.competitionId !== intent.competitionId)
        astray.set(intent.decision, [...(astray.get(intent.decision) ?? []), trade.id]);
  for (const [decision, trades] of astray)
    if (trades.length > 1)
      yield `decision ${decision} was traded ${trades.length} times in a competition that the bot had not joined: ${trades.join(", ")}`;
}

/** Fills of the intent's own competition that do not stand in its book. */
function* unbooked({ intents }: Witness, ours: ReadonlyMap<string, readonly Trade[]>): Generator<string> {
  for (const [id, { intent, steps }] of intents) {
    const last = steps.at(-1);
    const made = ours.get(id)?.find((trade) => trade.id === last?.trade?.id);
    if (last?.to !== "FILLED" || made === undefined || made.competitionId !== intent.competitionId) continue;
    const { entries = [] } = last;
    const isBooked = (token: TokenName, change: Decimal): boolean =>
      entries.some((entry) => isFillOf(entry, intent.strategy, token) && entry.change.equals(change));
    if (!isBooked(made.from, made.fromAmount.negated()) || !isBooked(made.to, made.toAmount))
      yield `intent ${id} is FILLED by ${plain(made.fromAmount)} ${made.from}, but its book does not have that`;
  }
}

function isFillOf({ cause, book, token }: BookEntry, strategy: string, of: TokenName): boolean {
  return cause === "fill" && book === strategy && token === of;
}
