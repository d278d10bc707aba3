import { inspect } from "node:util";
import { copyJson } from "../core/copy-json.js";
import { parseDecimal } from "../core/decimal.js";
import type { ContenderError } from "../core/errors.js";
import { nearest } from "../core/nearest.js";
import type { Decision } from "../model/decision.js";
import type { TokenRegistry } from "../model/token-registry.js";
import { BadDecisionError } from "./errors.js";
import { JSON_REMEDY, jsonProblem } from "./json-safe.js";

type Raw = Readonly<Record<string, unknown>>;

const EXPLAINED = ["kind", "reason", "evidence"];
const TRADABLE = [...EXPLAINED, "id", "limit", "validFor", "urgent"];
const MEMBERS: Readonly<Record<Decision["kind"], ReadonlySet<string>>> = {
  swap: new Set([...TRADABLE, "from", "to", "size"]),
  target: new Set([...TRADABLE, "weights", "band"]),
  cancel: new Set([...EXPLAINED, "id", "token"]),
  hold: new Set(EXPLAINED),
};

/** Weights are sums of fractions: they may miss 1 by the rounding of doubles. */
const ROUNDING = 1e-9;

/** A value as an error shows it. */
const shown = (value: unknown): string => inspect(value, { depth: 1, breakLength: Infinity });

function bad(message: string, remedy = ""): never {
  throw new BadDecisionError(message, { remedy });
}

function positive(raw: Raw, member: string): void {
  const value = raw[member];
  if (value !== undefined && !(typeof value === "number" && Number.isFinite(value) && value > 0))
    bad(`${member} must be a number above 0 (it is ${shown(value)})`);
}

/** `validFor` in whole milliseconds, at least 1: the journal keeps no parts of them. */
function wholeValidFor(raw: Raw): { readonly validFor?: number } {
  positive(raw, "validFor");
  const validFor = raw["validFor"] as number | undefined;
  if (validFor === undefined) return {};
  const whole = Math.max(1, Math.round(validFor));
  if (!Number.isSafeInteger(whole))
    bad(
      `validFor must be milliseconds that can be counted, at most ${Number.MAX_SAFE_INTEGER} (it is ${shown(validFor)})`,
      "Leave it out where the decision is not to expire.",
    );
  return { validFor: whole };
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

function checkSize(size: unknown): void {
  const { amount, usd, fraction } = (typeof size === "object" && size !== null ? size : {}) as Raw;
  const given = Number(amount !== undefined) + Number(usd !== undefined) + Number(fraction !== undefined);
  if (given !== 1) bad("size must be one of { amount }, { usd } and { fraction }");
  if (amount !== undefined && !(typeof amount === "string" && parseDecimal(amount)?.greaterThan(0) === true))
    bad(`size.amount must be a plain decimal text above 0, such as "0.25" (it is ${shown(amount)})`);
  if (usd !== undefined && !(typeof usd === "number" && Number.isFinite(usd) && usd > 0))
    bad(`size.usd must be a number above 0 (it is ${shown(usd)})`);
  if (fraction !== undefined && !(typeof fraction === "number" && fraction > 0 && fraction <= 1))
    bad(`size.fraction must be above 0 and at most 1 (it is ${shown(fraction)})`);
}

function checkWeights(weights: unknown, registry: TokenRegistry): Record<string, number> {
  if (typeof weights !== "object" || weights === null) return bad("weights must be an object: { [token]: share }");
  const checked: Record<string, number> = {};
  let sum = 0;
  for (const [token, weight] of Object.entries(weights as Raw)) {
    if (!(typeof weight === "number" && weight >= 0 && weight <= 1 + ROUNDING))
      return bad(`the weight of ${token} must be from 0 to 1 (it is ${shown(weight)})`);
    const name = tokenName(token, "weights", registry);
    if (name in checked) bad(`weights names ${name} twice`);
    checked[name] = Math.min(1, weight);
    sum += weight;
  }
  if (Object.keys(checked).length === 0) bad("weights names no token", "To do nothing, return hold({ reason }).");
  if (sum > 1 + ROUNDING) bad(`weights sum to ${sum}, more than 1`, "Divide each by their sum.");
  return checked;
}

function checkCommon(raw: Raw, kind: Decision["kind"]): void {
  for (const member in raw)
    if (!MEMBERS[kind].has(member)) {
      const near = nearest(member, MEMBERS[kind]);
      bad(`a ${kind} has no "${member}"`, near === null ? "" : `Did you mean ${near}?`);
    }
  const { reason, evidence, id, urgent } = raw;
  if (typeof reason !== "string" || reason.trim() === "") bad(`a ${kind} needs a reason, a text that is not empty`);
  if (evidence !== undefined) {
    const problem =
      typeof evidence !== "object" || evidence === null ? "it is not an object" : jsonProblem(evidence, "evidence");
    if (problem !== null) bad(`evidence must be an object that survives JSON, but ${problem}`, JSON_REMEDY);
  }
  if (id !== undefined && (typeof id !== "string" || id === "")) bad("id must be a text that is not empty");
  if (urgent !== undefined && typeof urgent !== "boolean") bad("urgent must be true or false");
  positive(raw, "limit");
}

/**
 * One decision as it was returned, checked, with tokens by their full names: a copy that shares nothing with what was
 * returned, so that what the strategy does to its own later is not written down. Throws BadDecisionError.
 */
export function checkDecision(value: unknown, registry: TokenRegistry): Decision {
  if (typeof value !== "object" || value === null) return bad(`a decision must be an object (it is ${shown(value)})`);
  const raw = value as Raw;
  const kind = raw["kind"] as Decision["kind"];
  if (typeof kind !== "string" || !Object.hasOwn(MEMBERS, kind))
    return bad(
      `there is no decision of kind ${shown(kind)}`,
      "Make decisions with the view's swap, target, cancel and hold.",
    );
  checkCommon(raw, kind);
  switch (kind) {
    case "hold":
      return copyWith(raw);
    case "cancel":
      return raw["token"] === undefined
        ? copyWith(raw)
        : copyWith(raw, { token: tokenName(raw["token"], "token", registry) });
    case "target": {
      const { band } = raw;
      if (band !== undefined && !(typeof band === "number" && band >= 0 && band <= 100))
        bad(`band is in percentage points, 0 to 100 (it is ${shown(band)})`);
      return copyWith(raw, { ...wholeValidFor(raw), weights: checkWeights(raw["weights"], registry) });
    }
    case "swap": {
      const from = tokenName(raw["from"], "from", registry);
      const to = tokenName(raw["to"], "to", registry);
      if (from === to) bad(`a swap needs two tokens (both are ${from})`);
      checkSize(raw["size"]);
      return copyWith(raw, { ...wholeValidFor(raw), from, to });
    }
  }
}

/** A copy of a decision with some members replaced. */
function copyWith(raw: Raw, replaced?: Raw): Decision {
  const copy: unknown = Object.assign(copyJson(raw), replaced);
  return copy as Decision;
}
