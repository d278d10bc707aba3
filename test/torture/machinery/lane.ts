import { fork, type ChildProcess } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Order, Report } from "./do-round.js";

/** A round that says nothing for so long hangs. */
const PATIENCE_MS = 45 * 60_000;

const JITI = join(dirname(createRequire(import.meta.url).resolve("jiti/package.json")), "lib/jiti-cli.mjs");
const WORKER = fileURLToPath(new URL("worker.ts", import.meta.url));

/** One process at a time that does rounds, of one part after the other; a crash costs the round it was in. */
export class Lane {
  readonly #worker: string;
  #child: ChildProcess | null = null;
  #part = "";

  /** @param worker the script of its processes; it answers an Order with a Report */
  constructor(worker = WORKER) {
    this.#worker = worker;
  }

  /** Does a round. A worker is kept for its part only: no part inherits another's heap. */
  async round(order: Order): Promise<Report> {
    if (order.part !== this.#part) this.close();
    this.#part = order.part;
    // A group of its own: Ctrl-C is for the one who counts, and what a round has started ends with it.
    const child = (this.#child ??= fork(JITI, [this.#worker], {
      detached: true,
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    }));
    const report = await reportOf(child, order);
    if ("broken" in report) this.close();
    return report;
  }

  close(): void {
    const pid = this.#child?.pid;
    this.#child = null;
    if (pid === undefined) return;
    try {
      process.kill(-pid, "SIGKILL");
    } catch {
      // It has ended, and so has all that it started.
    }
  }
}

function reportOf(child: ChildProcess, order: Order): Promise<Report> {
  return new Promise((resolve) => {
    let said = "";
    const end = (report: Report): void => {
      clearTimeout(timer);
      child.removeAllListeners();
      child.stderr?.removeAllListeners();
      resolve(report);
    };
    const timer = setTimeout(
      () => end({ broken: `the round did not end within ${PATIENCE_MS / 60_000} minutes` }),
      PATIENCE_MS,
    );
    child.stderr?.on("data", (chunk: Buffer) => (said = `${said}${chunk.toString()}`.slice(-4000)));
    child.on("message", (report: Report) => end(report));
    child.on("error", (error) => end({ broken: error.message }));
    child.on("exit", (code, signal) => end({ broken: `the process ended (${signal ?? code}): ${said}` }));
    child.send(order);
  });
}
