import { createHash } from "node:crypto";
import { randomBase32 } from "../../core/base32.js";
import { canonicalJson } from "../../core/json.js";
import { seededRandom } from "../../core/random.js";

/** Length of a run's id, as of a bot's. */
const LENGTH = 6;

/** The id of a run, from all that it follows from: the same tape, strategies, settings and seed give the same one. */
export function runIdOf(content: unknown): string {
  const digest = createHash("sha256").update(canonicalJson(content)).digest("hex");
  return randomBase32(seededRandom(digest), LENGTH);
}

/** The half of every marker that is the journal's, as `saveColumns` draws it for the folder of a run. */
export function journalIdOf(seed: string, runId: string): string {
  return randomBase32(seededRandom(`${seed}/${runId}`), 4);
}
