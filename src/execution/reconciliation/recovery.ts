import { BLOCKING } from "../../model/intent.js";
import type { StoredIntent } from "../../model/recovered.js";
import { tracked, type Tracked } from "../open-intents.js";
import type { IntentLog } from "../intent-log.js";

/**
 * Takes over the intents of earlier runs: what was never sent is DROPPED (a strategy decides anew),
 * what was sent is UNKNOWN (its answer died with the process), a CONFLICT goes on waiting for a person.
 * Returns those that are unknown.
 *
 * @param only as in Executor.recover
 */
export function takeOver(stored: readonly StoredIntent[], recorder: IntentLog, only: string | null): Tracked[] {
  const unknown: Tracked[] = [];
  const follows = ({ intent }: Tracked): boolean => only === null || intent.id === only;
  // All tokens are blocked before the first step is written: a listener must not trade in them.
  const all = stored.map((one) => {
    const taken = tracked(one);
    const { state } = taken;
    if (BLOCKING.includes(state) || (state === "PREPARED" && follows(taken))) recorder.open.add(taken);
    return taken;
  });
  for (const one of all.filter(follows)) {
    if (one.state === "PREPARED")
      recorder.move(one, "DROPPED", {
        code: "EARLIER_RUN",
        reason: "an earlier run prepared it and ended before it was sent",
      });
    else if (one.state === "SENT")
      recorder.move(one, "UNKNOWN", {
        code: "RESTART",
        reason: "the process ended before the answer was written down",
      });
    if (one.state === "UNKNOWN") unknown.push(one);
  }
  return unknown;
}
