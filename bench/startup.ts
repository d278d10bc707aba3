import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { atMost, interleaved, type Contestant, type Row } from "./harness.js";

const ROUNDS = 9;
const root = fileURLToPath(new URL("../..", import.meta.url));
const main = join(root, "dist/cli/main.js");

/** Seconds until a process ends, or until its output has `sign`; then it is ended. */
function seconds(args: string[], cwd: string, sign?: RegExp): Promise<number> {
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

const process0: Contestant = {
  run: async () => ({ figure: await seconds(["-e", "0"], root), fingerprint: "" }),
};

/** `npm start`'s config with a folder of its own for the data. */
function startIn(folder: string): Contestant {
  const source = join(root, "config/contender.yaml");
  return {
    run: async () => {
      const data = mkdtempSync(join(folder, "data-"));
      const text = readFileSync(source, "utf8")
        .replace(/^data:.*$/m, `data: ${JSON.stringify(data)}`)
        .replace(/(use:\s*)(\.[^\s]+)/g, (_all, key: string, file: string) => key + resolve(dirname(source), file));
      const config = join(data, "contender.yaml");
      writeFileSync(config, text);
      const args = [main, "start", "--config", config];
      return { figure: await seconds(args, root, /decided|decision/i), fingerprint: "" };
    },
  };
}

/** How long a person waits for the first output, against a process that does nothing. */
export async function run(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "contender-bench-"));
  try {
    const help: Contestant = {
      run: async () => ({ figure: await seconds([main, "--help"], root), fingerprint: "" }),
    };
    return [
      atMost(2, {
        name: "contender --help",
        baseline: "node -e 0",
        ratio: await interleaved(help, process0, ROUNDS),
        rounds: ROUNDS,
      }),
      atMost(25, {
        name: "first decision of `start` on the embedded sandbox",
        baseline: "node -e 0",
        ratio: await interleaved(startIn(folder), process0, ROUNDS),
        rounds: ROUNDS,
      }),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
