import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { atMost, interleaved, median, type Contestant, type Row } from "./harness.js";

const ROUNDS = 9;
/** The log's line of a decision, as JSON: whose, its number, its kind. */
const DECISION = /"strategy":"[^"]+","decision":\d+,"kind":"/;
const root = fileURLToPath(new URL("../..", import.meta.url));
const main = join(root, "dist/cli/main.js");

/** Seconds until a process has ended, or until its output has `sign`; then it is ended. */
export function seconds(args: string[], cwd: string, sign?: RegExp): Promise<number> {
  return new Promise((done, failed) => {
    const started = performance.now();
    const child = spawn(process.execPath, args, { cwd, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    let seen: number | null = null;
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      if (seen !== null || sign === undefined || !sign.test(output)) return;
      seen = (performance.now() - started) / 1000;
      child.kill("SIGKILL");
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("exit", (code) => {
      if (seen !== null) done(seen);
      else if (sign === undefined && code === 0) done((performance.now() - started) / 1000);
      else failed(new Error(`node ${args.join(" ")} ended with ${code}: ${output.slice(-2000)}`));
    });
  });
}

const nothing: Contestant = {
  run: async () => ({ figure: await seconds(["-e", "0"], root), fingerprint: "" }),
};

const help: Contestant = {
  run: async () => ({ figure: await seconds([main, "--help"], root), fingerprint: "" }),
};

/** `npm start`'s config, to its first decision, with a folder of its own for the data each time. */
function startIn(folder: string): Contestant {
  const source = join(root, "config/contender.yaml");
  const shipped = readFileSync(source, "utf8");
  return {
    run: async () => {
      const data = mkdtempSync(join(folder, "data-"));
      const text = shipped
        .replace(/^data:.*$/m, `data: ${JSON.stringify(data)}`)
        .replace(/(use:\s*)(\.[^\s]+)/g, (_all, key: string, file: string) => key + resolve(dirname(source), file));
      const config = join(data, "contender.yaml");
      writeFileSync(config, text);
      return { figure: await seconds([main, "start", "--config", config], root, DECISION), fingerprint: "" };
    },
  };
}

/** The row of a contestant against `node -e 0`, with the medians of both in its name. */
export async function againstNothing(bound: number, name: string, contestant: Contestant): Promise<Row> {
  const [own, base] = [noted(contestant), noted(nothing)];
  const ratio = await interleaved(own, base, ROUNDS);
  const medians = `${milliseconds(own.figures)} against ${milliseconds(base.figures)}`;
  return atMost(bound, { name: `${name}\n${medians}`, baseline: "node -e 0", ratio, rounds: ROUNDS });
}

/** A contestant that keeps its figures; the first, which warms up, does not count. */
function noted(contestant: Contestant): Contestant & { readonly figures: number[] } {
  const figures: number[] = [];
  let warm = false;
  return {
    figures,
    run: async () => {
      const result = await contestant.run();
      if (warm) figures.push(result.figure);
      warm = true;
      return result;
    },
  };
}

function milliseconds(figures: readonly number[]): string {
  return `${Math.round(median(figures) * 1000)} ms`;
}

/** How long a person waits for the first output, against a process that does nothing. */
export async function run(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "contender-bench-"));
  try {
    return [
      await againstNothing(2, "contender --help", help),
      await againstNothing(25, "first decision of `start` on the embedded sandbox", startIn(folder)),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
