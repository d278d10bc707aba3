import { seededRandom } from "../../src/core/random.js";
import { PROFILE_NAMES, type ProfileName } from "../../src/sandbox/index.js";

/** The environment variable that says which profile of the sandbox tests with a service run on; the torture passes it to its processes. */
export const PROFILE_VARIABLE = "CONTENDER_TEST_PROFILE";

/** Its values: `both` draws one from each seed. */
export const PROFILE_CHOICES = [...PROFILE_NAMES, "both"] as const;

/** Where it is not set. */
const USUAL: (typeof PROFILE_CHOICES)[number] = "deployed";

/** The profile of a test's sandbox. @param seed of a round, from which it is drawn under `both` */
export function testProfile(seed = ""): ProfileName {
  const wanted = process.env[PROFILE_VARIABLE] ?? USUAL;
  if (wanted === "both") return PROFILE_NAMES[seededRandom(`${seed}/profile`).int(PROFILE_NAMES.length)] ?? "document";
  const known = PROFILE_NAMES.find((name) => name === wanted);
  if (known === undefined) throw new RangeError(`${PROFILE_VARIABLE}=${wanted}: one of ${PROFILE_CHOICES.join(", ")}`);
  return known;
}
