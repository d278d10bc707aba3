import { z } from "zod";
import { messageOf } from "./errors.js";
import { formatDuration, parseDuration } from "./time/duration.js";

declare module "zod" {
  interface GlobalMeta {
    /** What a value must be, for people: "a share from 0 to 1". Shown in errors in place of the schema's own words. */
    expected?: string;
    /** The value never leaves this process: hidden where config is printed, and scrubbed from all that is written. */
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

/** A part of a whole, 0.25 for 25 %. */
export function share() {
  return z.number().min(0).max(1).meta({ expected: "a share from 0 to 1, such as 0.25 for 25 %" });
}
