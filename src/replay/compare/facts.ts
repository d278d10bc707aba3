import { iso } from "../../core/time/utc.js";
import { canonicalJson, type JsonObject, type JsonValue } from "../../core/json.js";
import type { ViewData } from "../../strategy/view/view-data.js";
import { leafDifferences, shown } from "./leaf-differences.js";
import type { Cause, CauseKind } from "./report.js";

const asJson = (value: unknown): JsonValue => JSON.parse(JSON.stringify(value ?? null)) as JsonValue;
const differ = (first: unknown, second: unknown): boolean =>
  canonicalJson(first ?? null) !== canonicalJson(second ?? null);

function cause(kind: CauseKind, text: string, first: unknown, second: unknown): Cause {
  return { kind, text, first: asJson(first), second: asJson(second) };
}

/**
 * In what two views differ, the likeliest cause of another decision first: what was still under way, what the
 * market said, what became of trades, what the book held, what the rules allow, and so on. What follows from
 * these (equity), or differs wherever two runs are not one (names, when something was read), is left out.
 *
 * @param bars of the series that the run has, which are not part of a view
 * @param decided what both decided, as JSON: prices and holdings of the tokens that it names come before those of others
 */
export function factCauses(first: JsonObject, second: JsonObject, bars: readonly Cause[], decided: string): Cause[] {
  // The journal gives views back as the engine made them.
  const [a, b] = [first as object as ViewData, second as object as ViewData];
  const books = bookCauses(a, b, decided);
  return [
    ...underWay(a, b),
    ...priceCauses(a, b, books.length > 0, decided),
    ...bars,
    ...outcomeCauses(a, b),
    ...books,
    ...ruleCauses(a, b),
    ...memberCauses("state", a.state, b.state),
    ...memberCauses("inputs", a.inputs, b.inputs),
    ...standingCauses(a, b),
    ...limitCauses(a, b),
    ...laterReadings(a, b),
    ...(a.seed === b.seed ? [] : [cause("seed", `chance: seed ${a.seed} against ${b.seed}`, a.seed, b.seed)]),
  ];
}

/** Schedules that fired in one of them alone, and trades that only one of them still waits for. */
function underWay(a: ViewData, b: ViewData): Cause[] {
  const due = differ(a.due, b.due)
    ? [cause("timing", `due: ${a.due.join(", ")} against ${b.due.join(", ")}`, a.due, b.due)]
    : [];
  const pairs = (view: ViewData): string[] => view.open.map(({ from, to, state }) => `${from} → ${to} ${state}`).sort();
  const [open, other] = [pairs(a), pairs(b)];
  if (!differ(open, other)) return due;
  const list = (texts: readonly string[]): string => (texts.length === 0 ? "none" : texts.join(", "));
  return [...due, cause("timing", `trades still under way: ${list(open)} against ${list(other)}`, open, other)];
}

/** Of both, those first that are named in what was decided; else by name. */
function tokensOf(first: object, second: object, decided: string): string[] {
  const tokens = [...new Set([...Object.keys(first), ...Object.keys(second)])].sort();
  const [named, others] = [true, false].map((is) => tokens.filter((token) => decided.includes(`"${token}"`) === is));
  return [...(named ?? []), ...(others ?? [])];
}

/** @param otherBooks whether the books differ: which prices a view has at all follows from what is held */
function priceCauses(a: ViewData, b: ViewData, otherBooks: boolean, decided: string): Cause[] {
  return tokensOf(a.prices, b.prices, decided).flatMap((token) => {
    if (otherBooks && !(token in a.prices && token in b.prices)) return [];
    const [first, second] = [a.prices[token] ?? null, b.prices[token] ?? null];
    if (first?.usd === second?.usd) return [];
    const said = (price: typeof first): string =>
      price === null ? "none" : `${price.usd} (read ${iso(price.readAt)}, moved ${iso(price.movedAt)})`;
    return [cause("price", `the price of ${token}: ${said(first)} against ${said(second)}`, first, second)];
  });
}

/** Without the names that each run gives to its decisions and intents, and without when it was. */
function outcomeCauses(a: ViewData, b: ViewData): Cause[] {
  const told = (view: ViewData): JsonValue[] =>
    view.outcomes.map(({ status, from, to, fromAmount, toAmount, code }) => ({
      status,
      from,
      to,
      fromAmount,
      toAmount,
      code,
    }));
  const [first, second] = [told(a), told(b)];
  if (!differ(first, second)) return [];
  const i = first.findIndex((one, index) => differ(one, second[index]));
  const at = i === -1 ? first.length : i;
  const text = (outcome: JsonValue | undefined): string => {
    if (outcome === undefined) return "none";
    const { status, from, to, toAmount, code } = outcome as Record<string, string>;
    return `${from} → ${to} ${status}${code === "" ? "" : ` ${code}`}${status === "filled" ? ` (${toAmount})` : ""}`;
  };
  return [
    cause("outcome", `what it was told of its trades: ${text(first[at])} against ${text(second[at])}`, first, second),
  ];
}

function bookCauses(a: ViewData, b: ViewData, decided: string): Cause[] {
  return tokensOf(a.book, b.book, decided).flatMap((token) => {
    const [first, second] = [a.book[token]?.amount ?? "0", b.book[token]?.amount ?? "0"];
    if (first === second) return [];
    return [cause("balance", `the book's ${token}: ${first} against ${second}`, first, second)];
  });
}

const UNREAD = new Set(["readAt", "texts", "unread", "source", "assumed"]);

/** What may be traded, and what it costs; the limits of requests are `limits`. */
function ruleCauses(a: ViewData, b: ViewData): Cause[] {
  const rules = (view: ViewData): JsonObject =>
    Object.fromEntries(Object.entries(asJson(view.rules) as JsonObject).filter(([name]) => !UNREAD.has(name)));
  const causes = leafDifferences(rules(a), rules(b)).flatMap(({ path, a: first, b: second }) =>
    // Where one does not say which chains there are, it says nothing of them.
    path === "rateLimits" || (path === "chains" && (first === null || second === null))
      ? []
      : [cause("rule", `the rule ${path}: ${shown(first)} against ${shown(second)}`, first, second)],
  );
  const model = `the slippage formula: ${a.slippage} against ${b.slippage}`;
  return [...causes, ...(a.slippage === b.slippage ? [] : [cause("rule", model, a.slippage, b.slippage)])];
}

function limitCauses(a: ViewData, b: ViewData): Cause[] {
  const [first, second] = [a.rules.rateLimits, b.rules.rateLimits];
  const rules = differ(first, second) ? [cause("limits", "the rate limits of the rules", first, second)] : [];
  // Journals of before do not say it.
  const [left, other] = [a.team.tradesLeftToday ?? null, b.team.tradesLeftToday ?? null];
  const trades = `trades left today: ${shown(left)} against ${shown(other)}`;
  const day = left === other ? [] : [cause("limits", trades, left, other)];
  return [...day, ...memberCauses("limits", a.limits, b.limits), ...rules];
}

function memberCauses(
  kind: "state" | "inputs" | "limits",
  first: JsonValue | object,
  second: JsonValue | object,
): Cause[] {
  const names = { state: "its state", inputs: "what its `read` gave", limits: "requests left" } as const;
  return leafDifferences(asJson(first), asJson(second)).map(({ path, a, b }) =>
    cause(kind, `${names[kind]}, ${path}: ${shown(a)} against ${shown(b)}`, a, b),
  );
}

/** Names and times that each run has of its own, and what follows from them. */
const NAMES = new Set(["id", "name", "leaderboardReadAt", "startAt", "timeLeft"]);

function standingCauses(a: ViewData, b: ViewData): Cause[] {
  const known = (view: ViewData): JsonObject =>
    Object.fromEntries(Object.entries(asJson(view.competition) as JsonObject).filter(([name]) => !NAMES.has(name)));
  return leafDifferences(known(a), known(b)).map(({ path, a: first, b: second }) =>
    cause("competition", `the competition's ${path}: ${shown(first)} against ${shown(second)}`, first, second),
  );
}

/** The same prices, read at another time; facts that were complete later. */
function laterReadings(a: ViewData, b: ViewData): Cause[] {
  const causes: Cause[] = [];
  if (a.now !== b.now) causes.push(cause("timing", `it decided at ${iso(a.now)} against ${iso(b.now)}`, a.now, b.now));
  for (const [token, price] of Object.entries(a.prices)) {
    const other = b.prices[token] ?? null;
    if (price === null || other === null || price.usd !== other.usd) continue;
    for (const when of ["readAt", "movedAt"] as const)
      if (price[when] !== other[when]) {
        const verb = when === "readAt" ? "was read" : "last moved";
        const text = `the price of ${token} ${verb} ${iso(price[when])} against ${iso(other[when])}`;
        causes.push(cause("timing", text, price[when], other[when]));
      }
  }
  return causes;
}
