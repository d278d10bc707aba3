import { Decimal, plain } from "../../../src/core/number/decimal.js";
import type { IntentRow } from "../../../src/journal/read/intents.js";
import type { JournalReader } from "../../../src/journal/index.js";
import type { IntentState } from "../../../src/model/intent.js";
import type { Trade } from "../../../src/model/trade.js";
import type { KillService } from "./service.js";

const MADE: readonly IntentState[] = ["FILLED"];
const NOT_MADE: readonly IntentState[] = ["DROPPED", "REJECTED", "NOT_EXECUTED"];

/** What is judged: the journal that the killed processes left, against the service's own ledger. */
export interface Case {
  readonly reader: JournalReader;
  readonly service: Pick<KillService, "asked" | "team"> & {
    trades(): readonly Trade[];
    readonly sandbox: { readonly exchange: Pick<KillService["sandbox"]["exchange"], "balances"> };
  };
}

/** Every promise that is broken, a sentence each. */
export function judge({ reader, service }: Case): string[] {
  const intents = reader.intents();
  const made = new Map<string, Trade[]>();
  for (const trade of service.trades()) {
    const marker = markerOf(trade);
    if (marker !== null) made.set(marker, [...(made.get(marker) ?? []), trade]);
  }
  return [
    ...intents.flatMap((row) => judgeIntent(row, made.get(row.intent.marker) ?? [], service.asked)),
    ...judgeMarkers(intents, made),
    ...judgeTrades(reader, service.trades()),
    ...judgeHandSwaps(service.trades()),
    ...judgeBooks(reader, service.sandbox.exchange.balances(service.team)),
    ...judgeStates(reader),
  ];
}

function judgeIntent(
  { intent, state }: IntentRow,
  trades: readonly Trade[],
  asked: ReadonlyMap<string, number>,
): string[] {
  const { id, marker } = intent;
  const requests = asked.get(marker) ?? 0;
  const broken: string[] = [];
  if (trades.length > 1) broken.push(`${id} was traded ${trades.length} times`);
  if (requests > 1) broken.push(`${id} was sent ${requests} times`);
  if (MADE.includes(state) && trades.length === 0) broken.push(`${id} is ${state}, but the service has no trade of it`);
  else if (NOT_MADE.includes(state) && trades.length > 0) broken.push(`${id} is ${state}, but the service has made it`);
  else if (!MADE.includes(state) && !NOT_MADE.includes(state)) broken.push(`${id} was left ${state}`);
  if (state === "DROPPED" && requests > 0) broken.push(`${id} is DROPPED, but it was sent`);
  return broken;
}

function judgeMarkers(intents: readonly IntentRow[], made: ReadonlyMap<string, readonly Trade[]>): string[] {
  const known = new Set(intents.map(({ intent }) => intent.marker));
  return [...made.keys()]
    .filter((marker) => !known.has(marker))
    .map((marker) => `${marker} was traded without an intent`);
}

/** The journal tells the same trades as the service, each with its own intent. */
function judgeTrades(reader: JournalReader, listed: readonly Trade[]): string[] {
  const rows = reader.trades();
  const ids = new Set(rows.map(({ trade }) => trade.id));
  const claimed = rows.flatMap(({ intent }) => (intent === null ? [] : [intent]));
  return [
    ...listed.filter(({ id }) => !ids.has(id)).map(({ id }) => `trade ${id} of the service is not in the journal`),
    ...(rows.length > listed.length ? [`the journal has ${rows.length} trades, the service ${listed.length}`] : []),
    ...(new Set(claimed).size < claimed.length ? ["an intent has two trades"] : []),
    ...rows
      .filter(({ trade, intent }) => markerOf(trade) !== null && intent === null)
      .map(({ trade }) => `trade ${trade.id} carries our marker, but belongs to no intent`),
  ];
}

/** The same to 12 digits, or to 14 decimal places: what a few roundings of doubles and of the 15th place leave alone. */
function nearly(books: Decimal, service: number): boolean {
  const apart = books.minus(service).abs();
  return apart.lessThan("1e-14") || apart.lessThan(books.abs().times("1e-12"));
}

/** What a person asked for by one id was made once at most, however often it was asked for. */
function judgeHandSwaps(trades: readonly Trade[]): string[] {
  const asked = trades.flatMap(({ reason }) => /by (hand \d+)$/.exec(reason ?? "")?.[1] ?? []);
  return [...new Set(asked)].flatMap((id) => {
    const times = asked.filter((one) => one === id).length;
    return times > 1 ? [`the swap "${id}" was made ${times} times`] : [];
  });
}

function judgeBooks(
  reader: JournalReader,
  balances: readonly { readonly token: string; readonly amount: Decimal }[],
): string[] {
  const sums = new Map<string, Decimal>();
  for (const { token, change } of reader.bookEntries())
    sums.set(token, (sums.get(token) ?? new Decimal(0)).plus(change));
  const held = new Map(balances.map(({ token, amount }) => [token, amount.toNumber()]));
  return [...new Set([...sums.keys(), ...held.keys()])].flatMap((token) => {
    // Books that opened after a trade opened on a double: of that the last digits are not known over the wire.
    const [books, service] = [sums.get(token) ?? new Decimal(0), held.get(token) ?? 0];
    return nearly(books, service) ? [] : [`the books hold ${plain(books)} ${token}, the service ${service}`];
  });
}

/** Each tick of a strategy goes on from the state that the one before it left. */
function judgeStates(reader: JournalReader): string[] {
  return ["eth", "sol"].flatMap((strategy) => {
    const counted = reader.decisions({ strategy }).flatMap(({ aside, decision }) => {
      const n = /^n=(\d+)$/.exec(decision.reason)?.[1];
      return aside || n === undefined ? [] : [Number(n)];
    });
    const gap = counted.findIndex((n, i) => n !== i + 1);
    return gap === -1 ? [] : [`${strategy} decided with n=${counted[gap]} in its ${gap + 1}th tick`];
  });
}

function markerOf({ reason }: Trade): string | null {
  return /^\[[0-9a-z]{4}-[0-9a-z]{6}\]/.exec(reason ?? "")?.[0] ?? null;
}
