/** `npm run torture`: attacks every promise for as long as asked and writes what came of it; exits 1 on a failure. */
import { execFileSync, type ExecFileSyncOptionsWithStringEncoding } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import * as prettier from "prettier";
import { freshSeed } from "../../../src/core/random.js";
import { systemClock } from "../../../src/core/time/system-clock.js";
import { PROFILE_VARIABLE } from "../../support/profile.js";
import { USAGE, wantedOf, type Wanted } from "./arguments.js";
import { Lane } from "./lane.js";
import { reliabilityPage } from "./page.js";
import type { Part } from "./part.js";
import { loadPart } from "./parts.js";
import { oneRound, torture } from "./run.js";
import { Score } from "./score.js";

const PAGE = fileURLToPath(new URL("../../../docs/reliability.md", import.meta.url));
const REPORT_EVERY_MS = 15_000;

async function main(wanted: Wanted): Promise<void> {
  const { replay, base, forMs, profile } = wanted;
  // The processes that do the rounds inherit it.
  if (profile !== null) process.env[PROFILE_VARIABLE] = profile;
  const named: Part[] = [];
  // One after the other: jiti gives a module that is loaded twice at once half done.
  for (const name of replay === null ? wanted.parts : [replay.part]) named.push(await loadPart(name));
  const parts = named.filter(({ name, minutes = 0 }) => {
    const fits = replay !== null || forMs === null || minutes * 60_000 <= forMs;
    if (!fits) console.error(`${name} is left out: a round of it takes ${Math.ceil(minutes)} minutes`);
    return fits;
  });
  const score = new Score(parts);
  let reported = systemClock.now();
  let told = 0;
  const tell = (): void => {
    for (const failure of score.failures.slice(told)) {
      const { part, seed, text } = failure;
      console.error(
        `FAILED ${part}: ${text}\n  again: npm run torture -- --seed ${part}:${seed}${profile === null ? "" : ` --profile ${profile}`}`,
      );
    }
    told = score.failures.length;
  };
  const commit = commitOf();
  const begun = systemClock.now();
  let interrupted = false;
  if (replay !== null) {
    const lane = new Lane();
    await oneRound(lane, replay.part, replay.seed, score);
    lane.close();
  } else {
    console.error(`seed ${base}, ${parts.map(({ name }) => name).join(", ")}`);
    const onRound = (): void => {
      tell();
      if (systemClock.now() - reported < REPORT_EVERY_MS) return;
      reported = systemClock.now();
      console.error(parts.map((part) => `${part.name} ${score.percent(part)}`).join("  "));
    };
    // One more than processors: a soak, and bots whose trade is being settled, wait for the clock most of the time.
    const lanes = availableParallelism() + 1;
    const stop = new AbortController();
    process.once("SIGINT", () => {
      console.error("interrupted: what was done up to now counts; once more to end without a summary");
      stop.abort();
    });
    await torture({ parts, base, forMs, lanes, onRound, stop: stop.signal }, score);
    interrupted = stop.signal.aborted;
  }
  tell();
  for (const { name } of parts) {
    const { rounds, ms, counts } = score.of(name);
    const counted = Object.entries(counts).map(([count, sum]) => `${sum.toLocaleString("en")} ${count}`);
    console.log(`${name}: ${rounds} rounds in ${Math.round(ms / 1000)} s, ${counted.join(", ")}`);
  }
  console.log(score.failures.length === 0 ? "no promise was broken" : `${score.failures.length} failures`);
  if (wanted.write)
    await writePage(reliabilityPage(readPage(), parts, score, { base, commit, ms: systemClock.now() - begun }));
  process.exitCode = score.failures.length > 0 ? 1 : interrupted ? 130 : 0;
}

/** The checkout's commit, and whether something in it was changed since; null where this is none. */
function commitOf(): string | null {
  try {
    const options: ExecFileSyncOptionsWithStringEncoding = { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] };
    return execFileSync("git", ["describe", "--always", "--dirty", "--exclude=*"], options).trim();
  } catch {
    return null;
  }
}

function readPage(): string {
  return readFileSync(PAGE, "utf8");
}

async function writePage(text: string): Promise<void> {
  const options = await prettier.resolveConfig(PAGE);
  writeFileSync(PAGE, await prettier.format(text, { ...options, filepath: PAGE }));
}

let wanted: Wanted;
try {
  wanted = wantedOf(process.argv.slice(2), freshSeed());
} catch (error) {
  console.error(`${(error as Error).message}\n\n${USAGE}`);
  process.exit(2);
}
await main(wanted);
