import { z } from "zod";
import { formatDuration, parseDuration } from "../../core/time/duration.js";
import { messageOf } from "../../core/errors.js";
import { iso } from "../../core/time/utc.js";

declare module "zod" {
  interface GlobalMeta {
    /** What a value must be, for people: "a share from 0 to 1". Shown in errors in place of the schema's own words. */
    expected?: string;
    /** The value never leaves this process: hidden where config is printed, scrubbed from logs and the journal. */
    secret?: boolean;
  }
}

const DURATION = /^\s*(\d+(\.\d+)?(ms|s|m|h|d|w))+\s*$/;

/** A duration as text (`90s`, `1h30m`, `7d`), milliseconds inside. `least` and `most` are such texts. */
export function duration(least = "0s", most = "365d") {
  return z
    .codec(z.string().regex(DURATION), z.number().min(parseDuration(least)).max(parseDuration(most)), {
      decode: (text, context) => {
        try {
          return parseDuration(text);
        } catch (error) {
          context.issues.push({ code: "custom", message: messageOf(error), input: text });
          return z.NEVER;
        }
      },
      encode: (ms) => formatDuration(ms),
    })
    .meta({ expected: `a duration from ${least} to ${most}, such as 90s, 1h30m or 7d` });
}

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

/** A part of a whole, 0.25 for 25 %. */
export function share() {
  return z.number().min(0).max(1).meta({ expected: "a share from 0 to 1, such as 0.25 for 25 %" });
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

/** The name of a token: ALIAS.chain, an alias that is unique, or address.chain. */
export function tokenName() {
  return z.string().min(1).meta({ expected: "the name of a token, such as WETH.eth" });
}

/** Text or a whole number from which chance is drawn: the same seed gives the same run. */
export function seed() {
  return z.union([z.string().min(1), z.int()]).meta({ expected: "a text or a whole number" });
}
