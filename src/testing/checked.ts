import { z } from "zod";
import { issueOf, members, must, shown } from "../core/arguments.js";
import { parseDecimal } from "../core/number/decimal.js";
import { parseDuration } from "../core/time/duration.js";
import { TokenRegistry } from "../model/token-registry.js";
import { keysOnce } from "../strategy/bind/keys-once.js";
import { token, withTokens } from "../strategy/bind/token-param.js";
import { UNIT_WORDS, unitOf, type TimeUnit } from "../tape/import/times.js";
import { TestFactsError } from "./errors.js";

const NO_TOKENS = new TokenRegistry([]);

/** What a test gave, by a schema, tokens by their full names. Throws TestFactsError. */
export function checked<T>(what: string, schema: z.ZodType<T>, given: unknown, registry = NO_TOKENS): T {
  const { result } = withTokens(registry, () => schema.safeParse(given));
  if (result.success) return result.data;
  throw new TestFactsError(what, result.error.issues.map(issueOf));
}

type Given<T> = { [Name in keyof T]?: Exclude<T[Name], undefined> };

/** Any of these members and no other. One that is undefined is left out. */
export function options<Shape extends z.ZodRawShape>(shape: Shape) {
  return members(shape)
    .partial()
    .transform(
      (given) =>
        Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Given<typeof given>,
    );
}

/** Values by token, by whatever name of it; no token has two. */
export function byToken<T>(value: z.ZodType<T>) {
  return keysOnce(token()).pipe(
    z.record(token(), value, {
      error: ({ code, input }) =>
        code === "invalid_type" ? `must be an object: { [token]: value } (it is ${shown(input)})` : undefined,
    }),
  );
}

const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);

export const isPrice = (value: unknown): boolean => isNumber(value) && value > 0;
export const price = must<number>("a price in USD above 0", isPrice);
export const dollars = must<number>("USD, 0 or more", (value) => isNumber(value) && value >= 0);
export const whole = must<number>(
  "a whole number, 0 or more",
  (value) => Number.isSafeInteger(value) && (value as number) >= 0,
);
export const decimalText = must<string>(
  'a plain decimal text of 0 or more, such as "0.25"',
  (value) => typeof value === "string" && parseDecimal(value)?.isPositive() === true,
);
export const amount = must<number | string>(
  'an amount of 0 or more: a number, or a plain decimal text such as "0.25"',
  (value) => (typeof value === "string" ? parseDecimal(value)?.isPositive() === true : isNumber(value) && value >= 0),
);
export const duration = must<string>(
  "a duration of whole milliseconds above 0, such as 90s, 1h30m or 7d",
  (value) => typeof value === "string" && isDuration(value),
);

const isMoment = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const MOMENT = "a time in whole epoch milliseconds, such as Date.UTC(2025, 0, 1)";

export const moment = must<number>(MOMENT, isMoment);

/** Where a test stands. Tests like small times, such as 0 or two days; what is of our days in another unit was meant so. */
export const standpoint = must<number>(
  MOMENT,
  (value) => isMoment(value) && otherUnit(value) === null,
  (value) => {
    const unit = typeof value === "number" ? otherUnit(value) : null;
    return unit === null ? "" : `, which looks like ${UNIT_WORDS[unit]}`;
  },
);

/** Seconds between 2008 and 2039 alone: as milliseconds they are two to four weeks. */
function otherUnit(value: number): TimeUnit | null {
  const unit = unitOf(value);
  if (unit === "s") return value >= 1.2e9 && value <= 2.2e9 ? unit : null;
  return unit === "ms" ? null : unit;
}

function isDuration(value: string): boolean {
  try {
    const ms = parseDuration(value);
    return Number.isSafeInteger(ms) && ms > 0;
  } catch {
    return false;
  }
}
