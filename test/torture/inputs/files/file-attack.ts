import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { checkSource } from "../../../../src/app/config/load.js";
import { readSource } from "../../../../src/app/config/source.js";
import { silentLog } from "../../../../src/core/log.js";
import { SimulatedClock } from "../../../../src/core/time/simulated-clock.js";
import { openJournal, openJournalReader } from "../../../../src/journal/index.js";
import { KNOWN_TOKENS } from "../../../../src/model/known-tokens.js";
import { checkFaultPlan } from "../../../../src/sandbox/faults/plan.js";
import { checkTape, openTape, readCsv, syntheticTape } from "../../../../src/tape/index.js";
import { buyer } from "../../../engine/strategies.js";
import { makeWorld, MINUTE, runToEnd } from "../../../engine/world.js";
import { attack, together, type Assault, type Verdict } from "../attack.js";
import { mutated, mutatedBytes } from "../mutations.js";
import { CONFIGS, TABLES } from "./corpus.js";
import { attackData } from "./data-attack.js";
import { judgeReading } from "./judge-reading.js";

const PLAN = {
  seed: "s",
  faults: [
    { kind: "answer-lost", rate: 0.1 },
    { kind: "delay", ms: 100, rate: 1 },
  ],
};

/** Files that something did to: each is read, or refused by an error that has a type and names the file. */
export async function attackFiles(seed: string, count: number): Promise<Assault> {
  const folder = mkdtempSync(join(tmpdir(), "contender-inputs-"));
  try {
    const share = Math.ceil(count / 7);
    return together([
      await attackConfigs(folder, seed, share * 2),
      await attackTables(folder, seed, share),
      await attackTapes(folder, seed, share),
      await attackJournals(folder, seed, Math.ceil(share / 2)),
      await attackPlans(seed, Math.ceil(share / 2)),
      await attackData(folder, seed, Math.ceil(share / 3)),
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const changed = (corpus: readonly Uint8Array[]): fc.Arbitrary<Buffer> =>
  fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom(...corpus).map((bytes) => Buffer.from(bytes)) },
    { weight: 4, arbitrary: fc.constantFrom(...corpus).chain(mutatedBytes) },
  );

async function attackConfigs(folder: string, seed: string, count: number): Promise<Assault> {
  const file = join(folder, "hostile.yaml");
  const inputs = changed(CONFIGS.map((text) => Buffer.from(text)));
  const take = (bytes: Buffer): Verdict => {
    writeFileSync(file, bytes);
    return judgeReading("hostile.yaml", () =>
      checkSource(readSource(file), { KEY: "0123456789abcdef_fedcba9876543210" }),
    );
  };
  return attack({ kind: "config files", inputs, count, take }, seed);
}

async function attackTables(folder: string, seed: string, count: number): Promise<Assault> {
  const file = join(folder, "hostile.csv");
  const inputs = changed(TABLES.map((text) => Buffer.from(text)));
  const take = (bytes: Buffer): Verdict => {
    writeFileSync(file, bytes);
    return judgeReading("hostile.csv", () => readCsv(file));
  };
  return attack({ kind: "CSV files", inputs, count, take }, seed);
}

async function attackTapes(folder: string, seed: string, count: number): Promise<Assault> {
  const tape = join(folder, "tape");
  const from = Date.UTC(2025, 0, 1);
  const tokens = KNOWN_TOKENS.slice(0, 2).map((token) => ({ token, price: 100 }));
  await syntheticTape({ folder: tape, seed: "s", from, to: from + 3_600_000, every: 60_000, tokens });
  return attackFolder({ kind: "tape files", folder: tape, seed, count }, () => {
    const { tracks } = openTape(tape);
    if (tracks.length === 0) return;
    checkTape(tape);
  });
}

async function attackJournals(folder: string, seed: string, count: number): Promise<Assault> {
  const data = join(folder, "data");
  const { competition, intent } = await filledJournal(data);
  return attackFolder({ kind: "journals", folder: data, seed, count }, () => {
    const reader = openJournalReader(data);
    try {
      for (const view of [reader.runs, reader.decisions, reader.intents, reader.trades, reader.notes]) view();
      reader.recover(competition);
      reader.explain(intent);
    } finally {
      reader.close();
    }
  });
}

/** The journal of a bot that has traded for half an hour. */
async function filledJournal(dir: string): Promise<{ competition: string; intent: string }> {
  const journal = openJournal({ dir, clock: new SimulatedClock(0), log: silentLog });
  const ports = { journal, journalId: journal.journalId, recover: (id: string) => journal.recover(id) };
  const world = makeWorld({ strategies: [buyer()], duration: 30 * MINUTE, ports });
  await runToEnd(world);
  journal.close();
  const reader = openJournalReader(dir);
  const intent = reader.intents()[0]?.intent.id ?? "";
  reader.close();
  return { competition: world.competition.id, intent };
}

/** Locks, and memory that processes share: SQLite makes it anew, and nobody may cut it while it is mapped. */
const SHARED = /lock|-shm$/;

/** Changes one file of a folder at a time, and puts it back. */
async function attackFolder(
  { kind, folder, seed, count }: { kind: string; folder: string; seed: string; count: number },
  read: () => void,
): Promise<Assault> {
  const files = readdirSync(folder, { withFileTypes: true }).filter(
    (entry) => entry.isFile() && !SHARED.test(entry.name),
  );
  const whole = files.map(({ name }) => ({ name, bytes: readFileSync(join(folder, name)) }));
  const inputs = fc
    .constantFrom(...whole.filter(({ bytes }) => bytes.length > 0))
    .chain(({ name, bytes }) => mutatedBytes(bytes).map((now) => ({ name, now })));
  const take = ({ name, now }: { name: string; now: Buffer }): Verdict => {
    for (const left of readdirSync(folder)) if (SHARED.test(left)) rmSync(join(folder, left), { recursive: true });
    for (const one of whole) writeFileSync(join(folder, one.name), one.name === name ? now : one.bytes);
    return judgeReading(folder, read);
  };
  return attack({ kind, inputs, count, take }, seed);
}

async function attackPlans(seed: string, count: number): Promise<Assault> {
  const take = (plan: unknown): Verdict => judgeReading("", () => checkFaultPlan(plan));
  return attack({ kind: "fault plans", inputs: mutated(PLAN), count, take }, seed);
}
