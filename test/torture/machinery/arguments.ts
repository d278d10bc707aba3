import { parseArgs } from "node:util";
import { PROFILE_CHOICES } from "../../support/profile.js";
import { PART_NAMES } from "./parts.js";

/** What `npm run torture -- …` was asked for. */
export interface Wanted {
  readonly parts: readonly string[];
  /** How long, milliseconds; null: until every part has reached its target. */
  readonly forMs: number | null;
  /** What all seeds of the run begin with. */
  readonly base: string;
  /** The one round to do again; null: a whole run. */
  readonly replay: { readonly part: string; readonly seed: string } | null;
  /** The profile of the sandboxes, or `both`, drawn from the seed of each round; null: as the environment says. */
  readonly profile: string | null;
  /** Whether docs/reliability.md is written. */
  readonly write: boolean;
}

export const USAGE = `npm run torture -- [--minutes N] [--part NAME]… [--seed SEED] [--profile NAME] [--no-write]

  --minutes N     how long; otherwise until every part has done what a whole run comes to
  --part NAME     only this part (${PART_NAMES.join(", ")}); may be given several times
  --seed SEED     what every seed of the run begins with (otherwise it is drawn);
                  PART:SEED, as it is printed with a failure, does that one round again
  --profile NAME  how the sandboxes behave: ${PROFILE_CHOICES.join(", ")} (then each round's seed draws one)
  --no-write      leave docs/reliability.md as it is (a run of some parts, or of one round, always does)

  Ctrl-C ends it: the summary and the page have what was done up to then`;

/** Reads the command line. Throws RangeError or TypeError with what is wrong in it. @param drawn the base seed where none is given */
export function wantedOf(args: readonly string[], drawn: string): Wanted {
  const { values } = parseArgs({
    args: joined(args),
    allowNegative: true,
    options: {
      minutes: { type: "string" },
      part: { type: "string", multiple: true },
      seed: { type: "string" },
      profile: { type: "string" },
      write: { type: "boolean", default: true },
    },
  });
  const { minutes, part: named = [], seed = drawn, profile = null, write } = values;
  for (const name of named) known(name);
  if (profile !== null && !PROFILE_CHOICES.some((name) => name === profile))
    throw new RangeError(`--profile ${profile}: one of ${PROFILE_CHOICES.join(", ")}`);
  const replay = replayOf(seed);
  if (replay !== null && named.some((name) => name !== replay.part))
    throw new RangeError(`--seed ${seed} is a round of ${replay.part}, and --part names ${named.join(", ")}`);
  const parts = named.length === 0 ? PART_NAMES : named;
  return {
    parts,
    forMs: minutes === undefined ? null : minutesOf(minutes) * 60_000,
    base: seed,
    replay,
    profile,
    write: write && replay === null && named.length === 0,
  };
}

/** A value that begins with a minus is one: `--minutes -5` is told what is wrong with it, not how Node reads it. */
function joined(args: readonly string[]): string[] {
  const at = args.indexOf("--minutes");
  const value = args[at + 1];
  if (at < 0 || value === undefined || !/^-\.?\d/.test(value)) return [...args];
  return [...args.slice(0, at), `--minutes=${value}`, ...args.slice(at + 2)];
}

function known(part: string): void {
  if (!PART_NAMES.includes(part)) throw new RangeError(`there is no part ${part}; there are ${PART_NAMES.join(", ")}`);
}

function minutesOf(text: string): number {
  const minutes = Number(text);
  if (text.trim() === "" || !(minutes > 0) || minutes > 60 * 24 * 30)
    throw new RangeError(`--minutes ${text}: a number of minutes above 0, a month at most`);
  return minutes;
}

function replayOf(seed: string): Wanted["replay"] {
  const colon = seed.indexOf(":");
  if (colon < 0) return null;
  const part = seed.slice(0, colon);
  known(part);
  const rest = seed.slice(colon + 1);
  if (rest.trim() === "") throw new RangeError(`--seed ${seed}: after the part comes the seed of its round`);
  return { part, seed: rest };
}
