import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));
export const main = `${root}dist/cli/main.js`;

export interface Finished {
  /** Null where a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command of Contender's, running as a process of its own. */
export interface Running {
  readonly child: ChildProcess;
  readonly finished: Promise<Finished>;
  output(): { stdout: string; stderr: string };
  /** Resolves with the match once stdout or stderr shows it; rejects when the process ends before. */
  shows(sign: RegExp): Promise<RegExpExecArray>;
}

/** How a command is run. */
export interface RunOptions {
  readonly cwd: string;
  readonly env?: Record<string, string>;
  /** Arguments of Node itself. */
  readonly node?: readonly string[];
  /** Another program than the one that was built here: its `main.js`. */
  readonly program?: string;
  /** What makes the process the first one of a container. */
  readonly container?: readonly string[];
}

/** Starts `contender ARGS` in a folder; whoever starts it ends it. */
export function start(args: readonly string[], options: RunOptions): Running {
  const node = [process.execPath, ...(options.node ?? []), options.program ?? main];
  const [command, ...rest] = [...(options.container ?? []), ...node, ...args] as [string, ...string[]];
  const child = spawn(command, rest, {
    cwd: options.cwd,
    env: { PATH: process.env["PATH"], HOME: options.cwd, ...options.env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const text = { stdout: "", stderr: "" };
  const watchers = new Set<() => void>();
  for (const stream of ["stdout", "stderr"] as const)
    child[stream].setEncoding("utf8").on("data", (chunk: string) => {
      text[stream] += chunk;
      for (const watcher of watchers) watcher();
    });
  const finished = once(child, "close").then(([code]) => ({ code: code as number | null, ...text }));
  return {
    child,
    finished,
    output: () => ({ ...text }),
    shows: (sign) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const match = sign.exec(text.stdout) ?? sign.exec(text.stderr);
          if (match === null) return;
          watchers.delete(look);
          resolve(match);
        };
        watchers.add(look);
        look();
        void finished.then(({ code }) => {
          look();
          if (watchers.delete(look))
            reject(new Error(`ended with ${code} and never showed ${sign}:\n${text.stdout}\n${text.stderr}`));
        });
      }),
  };
}

/** Runs `contender ARGS` to its end. */
export function run(args: readonly string[], options: RunOptions): Promise<Finished> {
  return start(args, options).finished;
}

/** Ends a process that may have ended already, and waits until it has. */
export async function end(running: Running | undefined, signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
  if (running === undefined) return;
  if (running.child.exitCode === null) running.child.kill(signal);
  await running.finished;
}
