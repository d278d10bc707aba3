import { iso } from "../../core/time/utc.js";
import type { JsonValue } from "../../core/json.js";
import { plain } from "../../core/number/decimal.js";
import type { IntentRow, VerdictRow } from "../../journal/index.js";
import type { Quote, RejectionCode } from "../../model/trade.js";
import { CONTROLS } from "../../risk/index.js";
import type { Cause, CauseKind } from "./report.js";
import { deciding, type RiskLimits } from "./risk-limits.js";

/** The codes of the controls, and what each means. */
const CODES_OF_RISK = CONTROLS.flatMap(({ codes }) => Object.entries(codes));

/** What a refusal by the venue depended on. */
const OF_REJECTIONS: Readonly<Record<RejectionCode, CauseKind>> = {
  UNAUTHORIZED: "outcome",
  DEACTIVATED: "competition",
  NO_COMPETITION: "competition",
  COMPETITION_ENDED: "competition",
  NOT_PARTICIPATING: "competition",
  RATE_LIMITED: "limits",
  MISSING_FIELD: "outcome",
  BAD_AMOUNT: "rule",
  TOO_SMALL: "rule",
  SAME_TOKEN: "outcome",
  NO_PRICE: "price",
  CROSS_CHAIN: "rule",
  INSUFFICIENT_BALANCE: "balance",
  OVER_CAP: "rule",
  SLIPPAGE: "quote",
  MALFORMED: "outcome",
  NOT_SENT: "timing",
};

/** What an intent's way to its end depended on, by the literal code of that end. Others are `outcome`. */
const KIND_OF: Readonly<Record<string, CauseKind>> = {
  ...OF_REJECTIONS,
  ...Object.fromEntries(CODES_OF_RISK.map(([code, { cause }]) => [code, cause])),
  LIMIT: "quote",
  NO_QUOTE: "quote",
  QUOTE_UNUSABLE: "quote",
  INSUFFICIENT_BOOK: "balance",
  EXPIRED: "timing",
  STALE_QUOTE: "timing",
  WITHDRAWN: "timing",
  TOKEN_BLOCKED: "timing",
  PART_FAILED: "timing",
  CHAIN_CLOSED: "rule",
  OTHER_COMPETITION: "competition",
  // Of journals of before: what is due while the end is in doubt waits now.
  END_IN_DOUBT: "competition",
};

/** The step that brought an intent where it is; null for one that was only prepared. */
function lastStep({ transitions }: IntentRow): { code: string; reason: string; at: number } | null {
  const last = transitions.at(-1);
  if (last === undefined) return null;
  const { code, reason } = last.detail;
  const text = (value: unknown): string => (typeof value === "string" ? value : "");
  return { code: text(code), reason: text(reason), at: last.at };
}

/** The literal code of the step that brought an intent where it is; "" where it has none. */
export function endingCode(row: IntentRow): string {
  return lastStep(row)?.code ?? "";
}

/** The quote that an intent was sent, or dropped, with. */
function quoteOf({ transitions }: IntentRow): Quote | null {
  return transitions.findLast(({ quote }) => quote !== null)?.quote ?? null;
}

/** Why an intent ended otherwise: what its quotes said, and what its last steps name. */
export function endCauses(first: IntentRow, second: IntentRow): Cause[] {
  const [a, b] = [lastStep(first), lastStep(second)];
  const steps = [
    [a, first.state],
    [b, second.state],
  ] as const;
  const text = steps.map(([step, state]) => `${state}${step?.code ? ` ${step.code} (${step.reason})` : ""}`);
  const code = [a?.code, b?.code].find((one) => one !== undefined && one !== "") ?? "";
  const kind = KIND_OF[code] ?? "outcome";
  const named: Cause = { kind, text: text.join(" against "), first: a?.code ?? null, second: b?.code ?? null };
  const quotes = quoteCauses(first, second);
  return kind === "quote" || kind === "price" ? [...quotes, named] : [named, ...quotes];
}

/** In what the quotes differ: prices first, for the rest follows from them; then slippage, then the rate. */
export function quoteCauses(first: IntentRow, second: IntentRow): Cause[] {
  const [a, b] = [quoteOf(first), quoteOf(second)];
  if (a === null || b === null) return [];
  const causes: Cause[] = [];
  const prices = [
    [a.from, a.fromPrice, b.fromPrice],
    [a.to, a.toPrice, b.toPrice],
  ] as const;
  for (const [token, one, other] of prices)
    if (!near(one, other)) {
      const text = `the quote's price of ${token}: ${one ?? "none"} against ${other ?? "none"}`;
      causes.push({ kind: "quote", text: `${text} (${times(a, b)})`, first: one, second: other });
    }
  if (!near(a.slippage, b.slippage)) {
    const text = `the quote's slippage: ${a.slippage} % against ${b.slippage} % (${times(a, b)})`;
    causes.push({ kind: "quote", text, first: a.slippage, second: b.slippage });
  }
  if (causes.length === 0 && !near(a.exchangeRate, b.exchangeRate)) {
    const text = `the quote's rate: ${a.exchangeRate} against ${b.exchangeRate} (${times(a, b)})`;
    causes.push({ kind: "quote", text, first: a.exchangeRate, second: b.exchangeRate });
  }
  return causes;
}

/** Whether the tokens cost the same by both quotes: all else in them is slippage, and what follows from it. */
export function quotedAlike(first: IntentRow, second: IntentRow): boolean {
  const [a, b] = [quoteOf(first), quoteOf(second)];
  if (a === null || b === null) return a === b;
  return near(a.fromPrice, b.fromPrice) && near(a.toPrice, b.toPrice);
}

/** The same but for the rounding of doubles: a tape's quote has been through a computation. */
function near(a: number | null, b: number | null): boolean {
  return a === b || (a !== null && b !== null && Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b)));
}

function times(a: Quote, b: Quote): string {
  return `quoted ${iso(a.at)} against ${iso(b.at)}`;
}

/** What controls said of the size of a trade: with the same limits it follows from what was to be traded, and what is held. */
const OF_SIZE = new Set(CODES_OF_RISK.flatMap(([code, { ofSize = false }]) => (ofSize ? [code] : [])));

/** What risk said otherwise of a decision. */
export interface VerdictCauses {
  /** Limits that were set otherwise, and what only one run objected to. */
  readonly said: readonly Cause[];
  /** What only one run objected to by the same limits, of a trade's size: less likely than what sizes follow from. */
  readonly ofSize: readonly Cause[];
  /** Where no fact explains it. */
  readonly atLast: readonly Cause[];
}

/** Controls that said something else of a decision: what one of them refused, cut or divided, and the other otherwise or not at all. */
export function verdictCauses(
  first: readonly VerdictRow[],
  second: readonly VerdictRow[],
  limits: RiskLimits,
): VerdictCauses {
  const set = limits.ofVerdicts(first, second);
  const atLast = limits.ofTheSmallest();
  const [a, b] = [objections(first), objections(second)];
  const [inFirst, inSecond] = [missing(a, b), missing(b, a)];
  const code = (inFirst ?? inSecond)?.code;
  if (code === undefined) {
    if (set.length > 0) return { said: [...set, ...otherFigures(first, second, "rule")], ofSize: [], atLast };
    return { said: [], ofSize: [], atLast: [...otherFigures(first, second, "balance"), ...atLast] };
  }
  const objected = [saidCause(KIND_OF[code] ?? "rule", inFirst, inSecond)];
  const ofSize = [inFirst, inSecond].every((row) => row === undefined || OF_SIZE.has(row.code));
  if (set.length === 0 && ofSize) return { said: [], ofSize: objected, atLast };
  return { said: [...set, ...objected], ofSize: [], atLast };
}

const objections = (rows: readonly VerdictRow[]): VerdictRow[] => rows.filter(({ verdict }) => verdict !== "approved");

const missing = (rows: readonly VerdictRow[], others: readonly VerdictRow[]): VerdictRow | undefined =>
  rows.find((row) => !others.some((other) => other.code === row.code && other.verdict === row.verdict));

/** The same control, with other figures: those of the whole team are in no view. */
function otherFigures(first: readonly VerdictRow[], second: readonly VerdictRow[], kind: CauseKind): Cause[] {
  const [a, b] = [deciding(first), deciding(second)];
  const i = a.findIndex(({ reason }, index) => reason !== b[index]?.reason);
  const at = i === -1 ? a.length : i;
  return a[at] === undefined && b[at] === undefined ? [] : [saidCause(kind, a[at], b[at])];
}

function saidCause(kind: CauseKind, first: VerdictRow | undefined, second: VerdictRow | undefined): Cause {
  const inWords = (row: VerdictRow | undefined): string => {
    if (row === undefined) return "nothing";
    return `${row.verdict} by ${row.control}${row.code === "" ? "" : `, ${row.code}`} (${row.reason})`;
  };
  const json = (row: VerdictRow | undefined): JsonValue =>
    row === undefined ? null : { control: row.control, verdict: row.verdict, code: row.code, reason: row.reason };
  const text = `what risk said: ${inWords(first)} against ${inWords(second)}`;
  return { kind, text, first: json(first), second: json(second) };
}

/** An intent as a report shows it: without the names that each run gives it. */
export function intentJson(row: IntentRow | undefined): JsonValue {
  if (row === undefined) return null;
  const { from, to, amount, limit, validUntil, urgent, preparedAt } = row.intent;
  const step = lastStep(row);
  return {
    ...{ from, to, amount: plain(amount), limit, validUntil, urgent, preparedAt, state: row.state },
    ...{ code: step?.code ?? "", at: row.stateAt },
  };
}
