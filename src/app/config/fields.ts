import { z } from "zod";
import { iso } from "../../core/time/utc.js";

/** Later than any competition; what the service says of time ends with the year 9999. */
const LAST_INSTANT = Date.UTC(3000, 0);

/** A moment as ISO 8601 with its zone, from 1970 on, epoch milliseconds inside. */
export function instant() {
  return z
    .codec(z.iso.datetime({ offset: true }), z.number().min(0).max(LAST_INSTANT), {
      decode: (text) => Date.parse(text),
      encode: (ms) => iso(ms),
    })
    .meta({ expected: "a time from 1970 to 2999 as ISO 8601 with its zone, such as 2024-06-01T00:00:00Z" });
}

/** An amount of tokens as plain decimal text: a number in YAML would pass through a double. */
export function amount() {
  return z
    .string()
    .regex(/^\d+(\.\d+)?$/)
    .meta({ expected: 'an amount in quotes, plain decimal notation, such as "0.000001"' });
}

/** A file or folder, relative to the config file. */
export function path(what: string) {
  return z
    .string()
    .min(1)
    .meta({ expected: `the path of ${what}, relative to this file` });
}

/** Text or a whole number from which chance is drawn: the same seed gives the same run. */
export function seed() {
  return z.union([z.string().min(1), z.int()]).meta({ expected: "a string or a whole number" });
}
