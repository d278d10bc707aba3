import { z } from "zod";
import type { CompetitionState } from "../model/competition.js";
import { toleratesFor } from "./tolerant.js";

/** Of the year 9999, the last one that ISO 8601 writes in four digits. */
const LAST_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/**
 * A timestamp: ISO 8601 on the wire, epoch milliseconds inside. Written in UTC; any offset is read
 * (service-interface 2: "date-time strings in UTC").
 */
export const timestamp = toleratesFor(
  z.codec(z.iso.datetime({ offset: true }), z.number().min(0).max(LAST_MS), {
    decode: (text) => Date.parse(text),
    encode: (ms) => new Date(ms).toISOString(),
  }),
  z.iso.datetime(),
);

/** An amount of tokens, a value in USD, a ratio, seconds: finite and not negative (1e999 reads as infinite, and is refused). */
export const quantity = z.number().min(0);

/**
 * A price in USD, above 0. Deployments say "no price" by null, by leaving it out, or by 0: all decode
 * to null. Null is refused on encode: where there is no price the answers have a form of their own.
 */
export const usdPrice = toleratesFor(
  z.codec(quantity.nullish(), z.number().positive().nullable(), {
    decode: (price) => price || null,
    encode: (price, context) => {
      if (price === null) context.issues.push({ code: "custom", input: price, message: "There is no price to send" });
      return price;
    },
  }),
  quantity,
);

/** The price of a held token: as `usdPrice`, but a list of held tokens has to say something, and says 0. */
export const heldPrice = toleratesFor(
  z.codec(quantity.nullish(), z.number().positive().nullable(), {
    decode: (price) => price || null,
    encode: (price) => price ?? 0,
  }),
  quantity,
);

/** A price within a quote: a number, or (some deployments) an object that carries it as `price`. */
export const quotedPrice = toleratesFor(
  z.codec(z.union([quantity, z.object({ price: quantity.nullish() })]).nullish(), z.number().positive().nullable(), {
    decode: (price) => (typeof price === "object" ? price?.price : price) || null,
    encode: (price, context) => {
      if (price === null) context.issues.push({ code: "custom", input: price, message: "There is no price to send" });
      return price;
    },
  }),
  quantity,
);

const letters = z.string().min(1);

/** A blockchain type or a specific chain, lower case inside and on the wire; any case is read. */
export const chain = toleratesFor(
  z.codec(letters, letters, { decode: (text) => text.toLowerCase(), encode: (text) => text }),
  letters,
);

/** A blockchain type as price answers write it (`EVM`, `SVM`); lower case inside, any case is read. */
export const upperCaseChain = toleratesFor(
  z.codec(letters, letters, { decode: (text) => text.toLowerCase(), encode: (text) => text.toUpperCase() }),
  letters,
);

const STATES = ["pending", "active", "ending", "ended", "completed"] as const satisfies readonly CompetitionState[];

const isKnown = (state: string): state is (typeof STATES)[number] => STATES.some((known) => known === state);

/** A competition's state: `PENDING` on the wire, `pending` inside; any case is read, and what is unknown becomes `other`. */
export const competitionState = toleratesFor(
  z.codec(z.string(), z.enum([...STATES, "other"]), {
    decode: (text): CompetitionState => {
      const state = text.toLowerCase();
      return isKnown(state) ? state : "other";
    },
    encode: (state, context) => {
      if (state === "other")
        context.issues.push({ code: "custom", input: state, message: "A state that is not known cannot be sent" });
      return state.toUpperCase();
    },
  }),
  z.enum(["PENDING", "ACTIVE", "ENDING", "ENDED", "COMPLETED"]),
);

/** What every successful answer but the quote and health carries. */
export const success = z.literal(true);
