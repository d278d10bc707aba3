import { z } from "zod";
import { COMPETITION_STATES, type CompetitionState } from "../model/competition.js";
import { standsFor } from "./tolerant.js";

/** Of the year 9999, the last one that ISO 8601 writes in four digits. */
const LAST_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/**
 * A timestamp: ISO 8601 on the wire, epoch milliseconds inside. Written in UTC; any offset is read
 * (service-interface 2: "date-time strings in UTC").
 */
export const timestamp = standsFor(
  z.codec(z.iso.datetime({ offset: true }), z.number().min(0).max(LAST_MS), {
    decode: (text) => Date.parse(text),
    encode: (ms) => new Date(ms).toISOString(),
  }),
  z.iso.datetime(),
);

/** An amount of tokens, a value in USD, a ratio, seconds: finite and not negative (1e999 reads as infinite, and is refused). */
export const quantity = z.number().min(0);

/** What a quote says a trade would give: as `quantity`, but a slippage above 100 % gives a negative figure at some deployments. */
export const quotedGain = standsFor(z.number(), quantity);

const refuseNoPrice = (price: number | null, context: z.core.ParsePayload): number => {
  if (price !== null) return price;
  context.issues.push({ code: "custom", input: price, message: "There is no price to send" });
  return z.NEVER;
};

/**
 * A price in USD, above 0. Deployments say "no price" by null, by leaving it out, or by 0: all decode
 * to null. Null is refused on encode: where there is no price the answers have a form of their own.
 */
export const usdPrice = standsFor(
  z.codec(quantity.nullish(), z.number().positive().nullable(), {
    decode: (price) => price || null,
    encode: refuseNoPrice,
  }),
  quantity,
);

/** The price of a held token: as `usdPrice`, but a list of held tokens has to say something, and says 0. */
export const heldPrice = standsFor(
  z.codec(quantity.nullish(), z.number().positive().nullable(), {
    decode: (price) => price || null,
    encode: (price) => price ?? 0,
  }),
  quantity,
);

/** A price within a quote: a number, or (some deployments) an object that carries it as `price`. */
export const quotedPrice = standsFor(
  z.codec(z.union([quantity, z.object({ price: quantity.nullish() })]).nullish(), z.number().positive().nullable(), {
    decode: (price) => (typeof price === "object" ? price?.price : price) || null,
    encode: refuseNoPrice,
  }),
  quantity,
);

/** Longer ones are no names: they would be kept, and shown, wherever the name is. */
const LONGEST_NAME = 500;

/** An identifier, a token's address, a chain, or anything else that must not be empty; at most 500 characters. */
export const identifier = z.string().min(1).max(LONGEST_NAME);

const chainOf = (toWire: (text: string) => string, form: z.ZodType) =>
  standsFor(z.codec(identifier, z.string(), { decode: (text) => text.toLowerCase(), encode: toWire }), form);

/** A specific chain, lower case; any case is read. Newer services may know more of them than we do. */
export const specificChain = chainOf((text) => text, identifier);

/** A blockchain type, lower case; any case is read. */
export const blockchain = chainOf((text) => text, z.enum(["evm", "svm"]));

/** A blockchain type as price answers write it, `EVM` or `SVM`; lower case inside, any case is read. */
export const upperCaseBlockchain = chainOf((text) => text.toUpperCase(), z.enum(["EVM", "SVM"]));

/** The states of the interface and its gaps; `ending` and `ended` are a newer deployment's. */
const WRITTEN_STATES = { pending: "PENDING", active: "ACTIVE", completed: "COMPLETED" } as const;

const isWritten = (state: CompetitionState): state is keyof typeof WRITTEN_STATES => state in WRITTEN_STATES;

/** A competition's state: `PENDING` on the wire, `pending` inside; any case is read, and what is unknown becomes `other`. */
export const competitionState = standsFor(
  z.codec(z.string(), z.enum(COMPETITION_STATES), {
    decode: (text): CompetitionState => COMPETITION_STATES.find((state) => state === text.toLowerCase()) ?? "other",
    encode: (state, context) => {
      if (isWritten(state)) return WRITTEN_STATES[state];
      context.issues.push({ code: "custom", input: state, message: "The interface has no such state" });
      return z.NEVER;
    },
  }),
  z.enum(Object.values(WRITTEN_STATES)),
);

/** Characters of a text that are kept: what the service writes stands in the journal, in the log and in messages. */
export const LONGEST_TEXT = 1_000;

/** A text for people, of a form as written: cut after 1,000 characters when it is read, as it is when it is written. */
export const textAs = (form: z.ZodType<string, string>) =>
  standsFor(z.codec(form, z.string(), { decode: cut, encode: (whole) => whole }), form);

/** A text for people, possibly empty. */
export const text = textAs(z.string());

/** Half of a surrogate pair would be no text any more. */
function cut(whole: string): string {
  return whole.slice(0, LONGEST_TEXT).replace(/[\uD800-\uDBFF]$/, "");
}

/** What every successful answer but the quote and health carries. */
export const success = z.literal(true);
