import { shown } from "../../core/arguments.js";
import { parseDecimal } from "../../core/number/decimal.js";
import type { ContenderError } from "../../core/errors.js";
import { suggested } from "../../core/nearest.js";
import { WHOLE } from "../../core/number/shares.js";
import type { Decision } from "../../model/decision.js";
import type { TokenRegistry } from "../../model/token-registry.js";
import { BadDecisionError } from "../errors.js";
import { JSON_REMEDY, jsonCopy } from "../json-safe.js";

type Raw = Record<string, unknown>;

const EXPLAINED = ["kind", "reason", "evidence"];
const TRADABLE = [...EXPLAINED, "id", "limit", "validFor", "urgent"];
const MEMBERS: Readonly<Record<Decision["kind"], ReadonlySet<string>>> = {
  swap: new Set([...TRADABLE, "from", "to", "size"]),
  target: new Set([...TRADABLE, "weights", "band"]),
  cancel: new Set([...EXPLAINED, "id", "token"]),
  hold: new Set(EXPLAINED),
};

const SIZES: ReadonlySet<string> = new Set(["amount", "usd", "fraction"]);

/** What is less than this below 0 USD is a difference that should be 0. */
const ROUNDED_USD = 1e-6;

function bad(message: string, remedy = ""): never {
  throw new BadDecisionError(message, { remedy });
}

/**
 * The own members of what a strategy returned, each read once: that is what is checked and kept, whatever a getter gives at a
 * second reading, and whatever its prototype has.
 */
function ownMembers(value: object): Raw {
  const own: Raw = {};
  for (const [member, given] of Object.entries(value)) {
    if (member === "__proto__") bad('a decision has no "__proto__"');
    own[member] = given;
  }
  return own;
}

/** Refuses the first member that is not known. */
function onlyKnown(raw: Raw, known: ReadonlySet<string>, what: string): void {
  for (const member in raw) {
    if (known.has(member) || !Object.hasOwn(raw, member)) continue;
    const inSize = known.has("size") && SIZES.has(member);
    bad(`${what} has no "${member}"`, inSize ? `Write size: { ${member} }.` : suggested(member, known));
  }
}

function positive(raw: Raw, member: string): void {
  const value = raw[member];
  if (value !== undefined && !(typeof value === "number" && Number.isFinite(value) && value > 0))
    bad(`${member} must be a number above 0 (it is ${shown(value)})`);
}

/** Makes `validFor` whole milliseconds, at least 1: the journal keeps no parts of them. */
function roundValidFor(raw: Raw): void {
  positive(raw, "validFor");
  const validFor = raw["validFor"] as number | undefined;
  if (validFor === undefined) return;
  const whole = Math.max(1, Math.round(validFor));
  if (!Number.isSafeInteger(whole))
    bad(
      `validFor must be milliseconds that can be counted, at most ${Number.MAX_SAFE_INTEGER} (it is ${shown(validFor)})`,
      "Leave it out where the decision is not to expire.",
    );
  raw["validFor"] = whole;
}

function tokenName(value: unknown, member: string, registry: TokenRegistry): string {
  if (typeof value !== "string") return bad(`${member} must be a token name (it is ${shown(value)})`);
  try {
    return registry.resolve(value).name;
  } catch (error) {
    const { message, remedy } = error as ContenderError;
    return bad(`${member}: ${message}`, remedy);
  }
}

function checkedSize(size: unknown): Raw {
  const own = typeof size === "object" && size !== null ? ownMembers(size) : {};
  onlyKnown(own, SIZES, "size");
  const { amount, usd, fraction } = own;
  const given = Number(amount !== undefined) + Number(usd !== undefined) + Number(fraction !== undefined);
  if (given !== 1) bad("size must be one of { amount }, { usd } and { fraction }");
  if (amount !== undefined && !(typeof amount === "string" && parseDecimal(amount)?.greaterThan(0) === true))
    bad(`size.amount must be a plain decimal text above 0, such as "0.25" (it is ${shown(amount)})`);
  if (usd !== undefined && !(typeof usd === "number" && Number.isFinite(usd) && usd > 0))
    bad(`size.usd must be a number above 0 (it is ${shown(usd)})`);
  if (fraction !== undefined && !(typeof fraction === "number" && fraction > 0 && fraction <= 1))
    bad(`size.fraction must be above 0 and at most 1 (it is ${shown(fraction)})`);
  return own;
}

/** How far below 0 a share may be: what arithmetic with doubles leaves of a zero. */
const ROUNDING = WHOLE - 1;

function checkWeights(weights: unknown, registry: TokenRegistry): Record<string, number> {
  if (typeof weights !== "object" || weights === null) return bad("weights must be an object: { [token]: share }");
  const checked: Record<string, number> = {};
  let sum = 0;
  for (const [token, weight] of Object.entries(weights as Raw)) {
    if (!(typeof weight === "number" && weight >= -ROUNDING && weight <= WHOLE))
      return bad(`the weight of ${token} must be from 0 to 1 (it is ${shown(weight)})`);
    const name = tokenName(token, "weights", registry);
    if (Object.hasOwn(checked, name)) bad(`weights names ${name} twice`);
    const share = Math.max(0, Math.min(1, weight));
    checked[name] = share;
    sum += share;
  }
  if (Object.keys(checked).length === 0) bad("weights names no token", "To do nothing, return hold({ reason }).");
  if (sum > WHOLE) bad(`weights sum to ${sum}, more than 1`, "Divide each by their sum.");
  return checked;
}

function checkedEvidence(evidence: unknown): unknown {
  const refuse = (problem: string): never =>
    bad(`evidence must be an object that survives JSON, but ${problem}`, JSON_REMEDY);
  if (typeof evidence !== "object" || evidence === null) return refuse("it is not an object");
  return jsonCopy(evidence, "evidence", refuse);
}

function checkCommon(raw: Raw, kind: Decision["kind"]): void {
  onlyKnown(raw, MEMBERS[kind], `a ${kind}`);
  const { reason, evidence, id, urgent } = raw;
  if (typeof reason !== "string" || reason.trim() === "") bad(`a ${kind} needs a reason, a text that is not empty`);
  if (evidence !== undefined) raw["evidence"] = checkedEvidence(evidence);
  if (id !== undefined && (typeof id !== "string" || id === "")) bad("id must be a text that is not empty");
  if (urgent !== undefined && typeof urgent !== "boolean") bad("urgent must be true or false");
  positive(raw, "limit");
}

/**
 * One decision as it was returned, checked, with tokens by their full names: a copy that shares nothing with what was
 * returned, so that what the strategy does to its own later is not written down. Throws BadDecisionError.
 */
export function checkDecision(value: unknown, registry: TokenRegistry): Decision {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return bad(`a decision must be an object (it is ${shown(value)})`);
  const raw = ownMembers(value);
  const kind = raw["kind"] as Decision["kind"];
  if (typeof kind !== "string" || !Object.hasOwn(MEMBERS, kind))
    return bad(
      `there is no decision of kind ${shown(kind)}`,
      "Make decisions with the view's swap, target, cancel and hold.",
    );
  checkCommon(raw, kind);
  if (kind === "cancel" && raw["token"] !== undefined) raw["token"] = tokenName(raw["token"], "token", registry);
  else if (kind === "target") checkTarget(raw, registry);
  else if (kind === "swap") checkSwap(raw, registry);
  const checked: unknown = raw;
  return checked as Decision;
}

function checkTarget(raw: Raw, registry: TokenRegistry): void {
  const { band } = raw;
  if (band !== undefined && !(typeof band === "number" && band >= 0 && band <= 100))
    bad(`band is in percentage points, 0 to 100 (it is ${shown(band)})`);
  roundValidFor(raw);
  raw["weights"] = checkWeights(raw["weights"], registry);
}

/**
 * The USD of a swap whose cost is asked for. It is 0 also of a token for itself, which nobody swaps, and where the
 * rounding of doubles left a difference just below 0. Throws BadDecisionError where a swap would, but for one of 0.
 */
export function costedUsd(from: unknown, to: unknown, usd: unknown, registry: TokenRegistry): number {
  const sold = tokenName(from, "cost: from", registry);
  const bought = tokenName(to, "cost: to", registry);
  if (!(typeof usd === "number" && usd > -ROUNDED_USD && usd < Infinity))
    return bad(`cost: usd must be a number of 0 or more (it is ${shown(usd)})`);
  return sold === bought ? 0 : Math.max(0, usd);
}

function checkSwap(raw: Raw, registry: TokenRegistry): void {
  const from = tokenName(raw["from"], "from", registry);
  const to = tokenName(raw["to"], "to", registry);
  if (from === to) bad(`a swap needs two tokens (both are ${from})`);
  raw["from"] = from;
  raw["to"] = to;
  raw["size"] = checkedSize(raw["size"]);
  roundValidFor(raw);
}
