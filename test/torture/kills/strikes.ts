import type { Point } from "../../../src/model/points.js";
import { POINTS } from "../../support/points.js";
import type { Random } from "../../../src/core/random.js";
import type { Fault } from "./service.js";
import type { Strike } from "./process.js";

const matching = (pattern: RegExp): readonly Point[] => POINTS.filter((name) => pattern.test(name));

/** The points that each thing that is done passes, but for those that it shares with the others. */
export const PASSED = {
  rotate: matching(/^(key|spent\.takeOver|request\.resetApiKey)/),
  resolve: matching(/^(resolve|journal\.(FILLED|NOT_EXECUTED))/),
  stop: matching(/^(stop|status\.end|journal\.(end|close))/),
  ask: matching(/^request\.(updateProfile|getPortfolio|getUpcoming|getTokenInfo|getHealth|getDetailedHealth)/),
  run: matching(
    /^(journal\.(?!end|close)|request\.(get(?!Portfolio|Detailed|TokenInfo)|execute)|spent\.append|status\.(join|wait))/,
  ),
} as const;

/** What the service has to do so that a bot comes past a point that it seldom sees. */
export const NEEDED: Readonly<Record<string, Fault>> = {
  "journal.REJECTED": "refused",
  "journal.UNKNOWN": "lostAnswer",
  "journal.NOT_EXECUTED": "lostRequest",
  "journal.CONFLICT": "late",
};

/** A strike at one of these points, nearly always the first time that it is passed. */
export function strikeAt(random: Random, points: readonly Point[], signal: Strike["signal"] = "SIGKILL"): Strike {
  const at = points[random.int(points.length)] as Point;
  return { at, nth: random.next() < 0.8 ? 1 : 2, signal };
}

/** As often at the n-th point that is passed, whatever it is, `most` at most. */
export function strikeIn(random: Random, points: readonly Point[], most: number): Strike {
  return random.next() < 0.5 ? { nth: 1 + random.int(most), signal: "SIGKILL" } : strikeAt(random, points);
}
