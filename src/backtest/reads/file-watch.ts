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
  /** Says whose code runs now; null: nobody's that matters. */
  by: string | null;
  release(): void;
}

type Opener = (...args: unknown[]) => unknown;

/** Everything in node:fs by which a file's content can be had, by the object that has it. */
const OPENERS: readonly (readonly [holder: object, name: string])[] = [
  ...["open", "openSync", "readFile", "readFileSync", "createReadStream", "openAsBlob"].map(
    (name) => [fs, name] as const,
  ),
  ...["open", "readFile"].map((name) => [fs.promises, name] as const),
];

/** Watches what `node:fs` opens. Code that kept a function of it from before, another process and native code pass unseen. */
export function watchFiles(): FileWatch {
  const opened = new Map<string, OpenedFile>();
  const originals = OPENERS.map(([holder, name]) => [holder, name, Reflect.get(holder, name) as Opener] as const);
  const watch = {
    by: null as string | null,
    get opened() {
      return [...opened.values()];
    },
    release() {
      for (const [holder, name, original] of originals) Reflect.set(holder, name, original);
      syncBuiltinESMExports();
    },
  };
  for (const [holder, name, original] of originals)
    Reflect.set(holder, name, function (this: unknown, ...args: unknown[]): unknown {
      const file = watch.by === null ? null : pathOf(args[0]);
      if (file !== null && watch.by !== null) opened.set(`${watch.by} ${file}`, { by: watch.by, file });
      return Reflect.apply<unknown, unknown[], unknown>(original, this, args);
    });
  syncBuiltinESMExports();
  return watch;
}

function pathOf(given: unknown): string | null {
  if (typeof given === "string") return resolve(given);
  if (Buffer.isBuffer(given)) return resolve(given.toString());
  return given instanceof URL ? fileURLToPath(given) : null;
}
