import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { scaledClock } from "../../../src/core/time/system-clock.js";
import { openJournalReader } from "../../../src/journal/index.js";
import { KNOWN_TOKENS } from "../../../src/model/known-tokens.js";
import { TokenRegistry } from "../../../src/model/token-registry.js";
import { createSandbox, type Sandbox } from "../../../src/sandbox/index.js";
import { syntheticMarket } from "../../../src/tape/index.js";
import { testProfile } from "../../support/profile.js";
import { mildFaults } from "./mild-faults.js";
import { probing, samplesOf, type Sample } from "./samples.js";
import { journalBytes } from "./journal-size.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const HOUR = 3_600_000;
/** Due in an hour by the schedules below: `rebalance` 4, `sma-cross` 12, `mean-reversion` 12 at its closes and 60 to guard. */
const DUE_AN_HOUR = 88;
/** Of its memory, in an hour of the competition. */
const SAMPLES = 4;
/** The moment at which the competition begins, whatever the machine's clock says. */
const START = Date.UTC(2025, 2, 3, 12);

export interface Week {
  readonly seed: string;
  /** How long the competition lasts. */
  readonly hours: number;
  /** How many times as fast as in reality. */
  readonly speed: number;
}

/** What a bot left that ran through a whole competition with faults. */
export interface Remains {
  /** Null where a signal ended it. */
  readonly exitCode: number | null;
  readonly output: string;
  readonly samples: readonly Sample[];
  /** Met, by kind. */
  readonly faults: Readonly<Record<string, number>>;
  /** Ids of the trades that the service made for it, and of those in its journal. */
  readonly made: readonly string[];
  readonly journalled: readonly string[];
  /** How often the schedules of its strategies fired, from when it was in the competition to the end. */
  readonly due: number;
  /** How often they may have fired after it, before a busy machine came to notice the end. */
  readonly dueLate: number;
  /** How many of those came to a run. Two schedules of one strategy that a busy machine is late for come to one. */
  readonly decided: number;
  /** How many its strategies missed. */
  readonly missed: number;
  readonly journal: { readonly bytes: number; readonly documented: number };
}

/** Runs the command line through a competition of the sandbox's, over HTTP, in compressed time. */
export async function competition(week: Week): Promise<Remains> {
  const folder = mkdtempSync(join(tmpdir(), "contender-soak-"));
  const sandbox = sandboxOf(week);
  try {
    const url = await sandbox.listen(0);
    const everyMs = Math.max(500, Math.round(HOUR / SAMPLES / week.speed));
    const probed = join(folder, "probe.jsonl");
    const { args, env } = probing(probed, everyMs);
    const { exitCode, output } = await runBot(folder, configOf(url, week.speed), args, {
      CONTENDER_API_KEY: sandbox.teams[0]?.apiKey ?? "",
      ...env,
    });
    return {
      exitCode,
      output,
      samples: samplesOf(probed, (everyMs * week.speed) / HOUR),
      ...left(folder, sandbox, START + week.hours * HOUR),
    };
  } finally {
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function sandboxOf({ seed, hours, speed }: Week): Sandbox {
  const clock = scaledClock({ speed, origin: START - 10 * 60_000 });
  return createSandbox({
    ...{ clock, seed, profile: testProfile(seed), registry: new TokenRegistry(KNOWN_TOKENS), houseTeams: true },
    market: syntheticMarket({ seed, start: START, past: 24 * HOUR }),
    teams: [{ name: "Soak", email: "soak@sandbox.invalid" }],
    competitions: [{ name: "Soak Cup", startIn: 10 * 60_000, duration: hours * HOUR }],
    faults: mildFaults(seed),
  });
}

function configOf(url: string, speed: number): string {
  return `service: { baseUrl: "${url}", key: "\${CONTENDER_API_KEY}" }
clock: { speed: ${speed} }
strategies:
  - { use: ${root}strategies/rebalance.ts, allocation: 0.3, params: { band: 0.5, at: "*/15 * * * *" } }
  - { use: ${root}strategies/sma-cross.ts, allocation: 0.3, params: { interval: 5m, fast: 5, slow: 20 } }
  - { use: ${root}strategies/mean-reversion.ts, allocation: 0.3, params: { interval: 5m, count: 20, enter: 1.2 } }
data: ./data
log: { level: warn }
`;
}

async function runBot(
  folder: string,
  config: string,
  nodeArgs: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Pick<Remains, "exitCode" | "output">> {
  const file = join(folder, "contender.yaml");
  writeFileSync(file, config);
  const args = [...nodeArgs, `${root}dist/cli/main.js`, "start", "--config", file];
  const bot = spawn(process.execPath, args, { cwd: folder, env: { PATH: process.env["PATH"], HOME: folder, ...env } });
  let output = "";
  for (const stream of [bot.stdout, bot.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const [exitCode] = (await once(bot, "close")) as [number | null];
  return { exitCode, output };
}

function left(
  folder: string,
  { exchange, teams, faults }: Sandbox,
  end: number,
): Omit<Remains, "exitCode" | "output" | "samples"> {
  const data = join(folder, "data");
  const reader = openJournalReader(data);
  try {
    const runs = reader.strategyTicks();
    const joined = reader.notes().find(({ kind }) => kind === "competition-joined")?.at ?? end;
    const missed = reader.notes().filter(({ kind }) => kind === "missed-runs");
    return {
      faults: faults.counts(),
      made: exchange.trades(teams[0]?.teamId ?? "").map(({ id }) => id),
      journalled: reader.trades().map(({ trade }) => trade.id),
      due: dueIn(end - joined),
      dueLate: dueIn(Math.max(0, (reader.runs().at(-1)?.ending?.at ?? end) - end)),
      decided: runs.reduce((sum, { due }) => sum + due.length, 0),
      missed: missed.reduce((sum, { data: told }) => sum + (typeof told?.["runs"] === "number" ? told["runs"] : 1), 0),
      journal: journalBytes(data, reader),
    };
  } finally {
    reader.close();
  }
}

function dueIn(ms: number): number {
  return Math.round((DUE_AN_HOUR * ms) / HOUR);
}
