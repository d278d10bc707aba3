import { AsyncLocalStorage } from "node:async_hooks";
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** A file that was opened, and by whose code. */
export interface OpenedFile {
  readonly by: string;
  /** Absolute. */
  readonly file: string;
}

/** Sees which files are opened while it is in force. */
export interface FileWatch {
  /** Each file of each once, in the order in which they were opened first. */
  readonly opened: readonly OpenedFile[];
  /** Runs somebody's code: what that opens is theirs, also in whatever it goes on with when it has returned. A watch around it is told too. */
  of<T>(by: string, run: () => T): T;
  release(): void;
}

type Opener = (...args: unknown[]) => unknown;

/** By these a file's content can be had, here or under another name. */
const READING = ["open", "readFile", "copyFile", "cp"];

/** Everything in node:fs by which a file's content can be had, by the object that has it. */
const OPENERS: readonly (readonly [holder: object, name: string])[] = [
  ...[...READING, ...READING.map((name) => `${name}Sync`), "createReadStream", "openAsBlob"].map(
    (name) => [fs, name] as const,
  ),
  ...READING.map((name) => [fs.promises, name] as const),
];

/** Told by the code that runs: several strategies read at a time, and several watches may be in force. */
const running = new AsyncLocalStorage<(file: string) => void>();
let inForce = 0;
let originals: (readonly [holder: object, name: string, opener: Opener])[] = [];

/** Watches what `node:fs` opens. Code that kept a function of it from before, another process and native code pass unseen. */
export function watchFiles(): FileWatch {
  const opened = new Map<string, OpenedFile>();
  let released = false;
  if (inForce++ === 0) begin();
  return {
    get opened() {
      return [...opened.values()];
    },
    of(by, run) {
      const around = running.getStore();
      const tell = (file: string): void => {
        around?.(file);
        if (!released) opened.set(`${by} ${file}`, { by, file });
      };
      return running.run(tell, run);
    },
    release() {
      if (!released && --inForce === 0) end();
      released = true;
    },
  };
}

function begin(): void {
  originals = OPENERS.map(([holder, name]) => [holder, name, Reflect.get(holder, name) as Opener] as const);
  for (const [holder, name, original] of originals)
    Reflect.set(holder, name, function (this: unknown, ...args: unknown[]): unknown {
      const tell = running.getStore();
      const file = tell === undefined ? null : pathOf(args[0]);
      if (file !== null) tell?.(file);
      return Reflect.apply<unknown, unknown[], unknown>(original, this, args);
    });
  syncBuiltinESMExports();
}

function end(): void {
  for (const [holder, name, original] of originals) Reflect.set(holder, name, original);
  syncBuiltinESMExports();
}

function pathOf(given: unknown): string | null {
  if (typeof given === "string") return resolve(given);
  if (Buffer.isBuffer(given)) return resolve(given.toString());
  return given instanceof URL ? fileURLToPath(given) : null;
}
