import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";

const MAIN = fileURLToPath(new URL("../../../dist/cli/main.js", import.meta.url));
const HOOK = new URL("hook.mjs", import.meta.url).href;

/** A process that has not ended after so long hangs. */
const PATIENCE_MS = 120_000;

/** A signal that a process sends itself: at the n-th passing of a labelled point, or of any of them. */
export interface Strike {
  readonly at?: string;
  readonly nth: number;
  readonly signal: "SIGKILL" | "SIGTERM" | "SIGINT";
}

/** How a process of the command line ended. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Points at which it was struck. */
  readonly struck: readonly string[];
  /** Every point that it passed. */
  readonly passed: ReadonlySet<string>;
  /** Points that it passed after it had taken the first signal to stop. */
  readonly afterStop: readonly string[];
  /** What it said, both streams. */
  readonly said: string;
  readonly hung: boolean;
}

export interface Command {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Resolves after so many milliseconds; never once it has ended. */
  after(ms: number): Promise<void>;
  /** Kills it as hung after so many milliseconds, where it still runs then. */
  within(ms: number): void;
}

/**
 * Starts `contender ARGS` in a folder as a process of its own, with the hook in it.
 * @param fileBlocks no file may grow beyond so many blocks (of half a kilobyte or one): what a full disk looks like to who may mount none
 */
export function contender(
  folder: string,
  args: readonly string[],
  strikes: readonly Strike[] = [],
  fileBlocks: number | null = null,
): Command {
  const node = [process.execPath, "--import", HOOK, MAIN, ...args];
  const limited = ["sh", "-c", `ulimit -f ${fileBlocks ?? ""} && exec "$0" "$@"`, ...node];
  const [program = "", ...given] = fileBlocks === null ? node : limited;
  const child = spawn(program, given, {
    cwd: folder,
    env: { PATH: process.env["PATH"], HOME: folder, CONTENDER_STRIKES: JSON.stringify(strikes) },
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
  const said: string[] = [];
  const told: string[] = [];
  for (const stream of [child.stdout, child.stderr]) read(stream, said);
  read(child.stdio[3] as Readable, told);
  let hung = false;
  const timers = new Set<NodeJS.Timeout>();
  const within = (ms: number): void => {
    const hang = (): void => {
      hung = true;
      child.kill("SIGKILL");
    };
    timers.add(setTimeout(hang, ms));
  };
  within(PATIENCE_MS);
  const ended = once(child, "close").then(([code, signal]): Ended => {
    for (const timer of timers) clearTimeout(timer);
    const lines = told.join("").split("\n");
    const after = (word: string): string[] =>
      lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));
    return {
      code: code as number | null,
      signal: signal as NodeJS.Signals | null,
      struck: after("struck"),
      passed: new Set([...after("first"), ...after("then")]),
      afterStop: after("then"),
      said: said.join(""),
      hung,
    };
  });
  const after = (ms: number): Promise<void> => new Promise((resolve) => void timers.add(setTimeout(resolve, ms)));
  return { child, ended, after, within };
}

function read(stream: Readable | null, into: string[]): void {
  stream?.setEncoding("utf8").on("data", (text: string) => into.push(text));
}
