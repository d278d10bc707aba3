import { Decimal, plain, ZERO } from "../../../src/core/number/decimal.js";
import { readMarker } from "../../../src/execution/marker.js";
import type { BookEntry } from "../../../src/model/journal.js";
import type { TokenName } from "../../../src/model/token.js";
import type { Trade } from "../../../src/model/trade.js";
import { falseConflict } from "./conflicts.js";
import { delays } from "./delays.js";
import { tooEarly } from "./lateness.js";
import { otherCompetition } from "./other-competition.js";
import type { Written } from "./witness.js";
import { FORGED, type World } from "./world.js";

/** What the service's own ledger says of a round: every broken promise, a sentence each. */
export function judge(world: World): string[] {
  const truth = new Truth(world);
  return [
    ...intents(world, truth),
    ...strangers(world, truth),
    ...requests(world),
    ...otherCompetition(world.witness, truth.ours),
    ...books(world, truth),
    ...delays(world),
    ...ends(world),
  ];
}

/** By how much the sum of some doubles may be off. */
const ROUNDING = 1e-9;

/** The trades that were really made, by the intent that asked for them. */
class Truth {
  readonly ours = new Map<string, Trade[]>();
  readonly foreign: Trade[] = [];

  constructor({ service, journalId }: World) {
    for (const trade of service.trades()) {
      const marker = readMarker(trade.reason);
      const id = marker?.journalId === journalId && marker.intentId !== FORGED ? marker.intentId : null;
      if (id === null) this.foreign.push(trade);
      else this.ours.set(id, [...(this.ours.get(id) ?? []), trade]);
    }
  }

  of(intent: string): readonly Trade[] {
    return this.ours.get(intent) ?? [];
  }
}

function* intents(world: World, truth: Truth): Generator<string> {
  for (const [id, written] of world.witness.intents) {
    const made = truth.of(id);
    const problem = wrongEnd(written, made) ?? falseConflict(written, made, world) ?? tooEarly(written, world);
    if (problem !== null) yield `intent ${id}: ${problem}. Its way: ${wayOf(written)}`;
  }
}

function wrongEnd({ steps }: Written, made: readonly Trade[]): string | null {
  const last = steps.at(-1);
  const state = last?.to ?? "PREPARED";
  if (made.length > 1) return `traded ${made.length} times`;
  const [trade] = made;
  switch (state) {
    case "FILLED":
      if (trade === undefined) return "FILLED, but no trade was made of it";
      return last?.trade?.id === trade.id ? null : `FILLED with trade ${last?.trade?.id}, but made was ${trade.id}`;
    case "DROPPED":
    case "REJECTED":
    case "NOT_EXECUTED":
      return trade === undefined ? null : `${state}, but trade ${trade.id} was made of it`;
    case "CONFLICT":
      return null;
    default:
      return `still ${state}`;
  }
}

function wayOf({ intent, steps }: Written): string {
  const said = steps.map(({ at, from, to, detail }) => {
    const { code, reason } = detail as { code?: string; reason?: string };
    return `${new Date(at).toISOString().slice(11, 23)} ${from} → ${to} ${code ?? ""} (${String(reason).slice(0, 160)})`;
  });
  return `${plain(intent.amount)} ${intent.from} for ${intent.to}; ${said.join("; ")}`;
}

function* strangers({ witness }: World, truth: Truth): Generator<string> {
  for (const [id, [trade]] of truth.ours)
    if (!witness.intents.has(id)) yield `trade ${trade?.id} was made of intent ${id}, which the journal does not know`;
}

function* requests({ service }: World): Generator<string> {
  const seen = new Set<string>();
  for (const { intent, onDisk } of service.sent) {
    if (seen.has(intent)) yield `intent ${intent} was sent twice`;
    if (!onDisk) yield `intent ${intent} left before it was written down as SENT`;
    seen.add(intent);
  }
}

/** Books, entries and balances of the competition that runs. */
function* books({ scene, service, witness }: World, truth: Truth): Generator<string> {
  const { exchange } = service.sandbox;
  const competition = exchange.active()?.id;
  if (competition === undefined) {
    yield "no competition runs any more: there is nothing to compare the books with";
    return;
  }
  const { startBalances } = exchange.defaults;
  const foreign = truth.foreign.filter(({ competitionId }) => competitionId === competition);
  const unsettled = new Set<TokenName>();
  for (const { intent, steps } of witness.intents.values())
    if (steps.at(-1)?.to === "CONFLICT") unsettled.add(intent.from).add(intent.to);
  const astray = new Set<TokenName>();
  for (const [id, trades] of truth.ours)
    for (const { competitionId, from, to } of trades)
      if (competitionId !== witness.intents.get(id)?.intent.competitionId) astray.add(from).add(to);
  const mine = witness.entries.filter(({ competitionId }) => competitionId === competition);
  const balances = new Map(exchange.balances(service.teamId).map(({ token, amount }) => [token, amount]));
  const tokens = new Set([...balances.keys(), ...mine.map(({ token }) => token)]);
  for (const token of tokens) {
    if (unsettled.has(token)) continue;
    const byOthers = foreign.filter(({ from, to }) => from === token || to === token);
    // What other hands did, or we before these books were opened, may be known from balances alone, and those come as
    // doubles.
    const exact = byOthers.length === 0 && !astray.has(token);
    const same = (a: Decimal, b: Decimal): boolean => (exact ? a.equals(b) : a.minus(b).abs().lessThan(ROUNDING));
    const held = sum(mine, token);
    const there = balances.get(token) ?? ZERO;
    if (!same(held, there)) yield `the books hold ${plain(held)} ${token}, the service ${plain(there)}`;
    // What was made in a competition that had begun meanwhile may stand in the balances with which its books opened.
    if (astray.has(token)) continue;
    const apart = sum(
      mine.filter(({ cause }) => cause !== "fill"),
      token,
    );
    const due = new Decimal(startBalances[token] ?? 0).plus(effect(byOthers, token));
    // Where lists may be late beyond what is modelled, balances may have to be believed without a trade.
    if (exact && !scene.beyond) yield* believed(mine, token);
    if (!same(apart, due)) yield `${plain(apart)} ${token} was entered without a trade of ours, ${plain(due)} came so`;
  }
}

/** Adjustments of a token in which nobody else has traded: balances that were wrong for a while, and were entered. */
function* believed(entries: readonly BookEntry[], token: TokenName): Generator<string> {
  for (const { book, cause, change, token: changed } of entries)
    if (changed === token && cause === "adjustment" && change.abs().greaterThan(ROUNDING))
      yield `${plain(change)} ${token} was entered in ${book}, though no trade by other hands explains it`;
}

function sum(entries: readonly BookEntry[], token: TokenName): Decimal {
  return entries.reduce((all, entry) => (entry.token === token ? all.plus(entry.change) : all), ZERO);
}

function effect(trades: readonly Trade[], token: TokenName): Decimal {
  return trades.reduce((all, { from, to, fromAmount, toAmount }) => {
    if (from === token) return all.minus(fromAmount);
    return to === token ? all.plus(toAmount) : all;
  }, ZERO);
}

/** How its processes ended: killed, or for a reason that is one. */
function* ends({ lives, witness }: World): Generator<string> {
  for (const { result } of lives)
    if (
      result !== null &&
      !["STOPPED", "COMPETITION_OVER", "UNREACHABLE", "UNAUTHORIZED", "DISQUALIFIED"].includes(result.code)
    )
      yield `a process ended with ${result.code}: ${result.reason}`;
  for (const { kind, text } of witness.notes) if (kind === "strategy-disabled" || kind === "run-failed") yield text;
}
