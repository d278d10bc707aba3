import childProcess, { type ChildProcess } from "node:child_process";
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { basename, join, resolve, sep } from "node:path";
import type { Readable } from "node:stream";
import { ContenderError } from "../../../src/core/errors.js";
import { ApiKeys } from "../../../src/sandbox/api-keys.js";
import { findKeys } from "./find-keys.js";

/** The files that a key belongs in: key files with what a rotation leaves beside them. */
const KEY_FILE = /^(?:key|.+\.key)(?:\.(?:answer|next|previous|rotating))?$/;

/** Folders that hold nothing that Contender wrote. */
const FOREIGN = /^(?:node_modules|contender-chromium-\w+)$/;

/** A key where none may be. */
export interface Leak {
  readonly where: string;
  readonly key: string;
}

interface Spoken {
  readonly where: string;
  readonly chunks: Buffer[];
}

/**
 * Looks for keys in whatever a test leaves: its temporary folders (journals, reports, tapes, diagnostics), the
 * command lines and the output of its processes, what this process itself writes to its standard streams, and the errors
 * that are made in it.
 */
export class KeyWatch {
  readonly #folders = new Set<string>();
  readonly #meant = new Set<string>();
  readonly #issued = new Set<string>();
  readonly #spoken: Spoken[] = [];
  readonly #errors: ContenderError[] = [];
  readonly #leaks: Leak[] = [];

  /** Notes a key that was issued: from now on half of it is a leak too. */
  issued(key: string): void {
    this.#issued.add(key);
  }

  /** Looks for keys in a text. */
  look(where: string, content: string | Buffer): void {
    for (const key of findKeys(content, this.#issued)) this.#leaks.push({ where, key });
  }

  /** Watches a temporary folder: it is searched before it, or a part of it, is removed, and at the end. */
  watchFolder(folder: string): void {
    this.#folders.add(resolve(folder));
  }

  /** Leaves out a file in which a key may stand: a test wrote it there to see it refused, or shows what is prevented. */
  meant(file: string): void {
    this.#meant.add(resolve(file));
  }

  /** Searches what is about to be removed, where it lies in a watched folder. */
  removing(path: string): void {
    const gone = resolve(path);
    if ([...this.#folders].some((folder) => `${gone}${sep}`.startsWith(`${folder}${sep}`))) this.#search(gone);
  }

  /** Watches a process: its command line, and what it says. `contender sandbox` exists to print its keys. */
  watchProcess(child: ChildProcess, args: readonly string[]): void {
    const printsKeys = args.includes("sandbox");
    const name = args.map((arg) => basename(arg)).join(" ");
    this.look(`the arguments of ${name}`, args.join("\n"));
    let looked = false;
    for (const [stream, chunks] of [
      [child.stdout, printsKeys ? null : this.#hear(`stdout of ${name}`)],
      [child.stderr, this.#hear(`stderr of ${name}`)],
    ] as const)
      onChunk(stream, (chunk) => {
        chunks?.push(chunk);
        if (chunks === null) for (const key of findKeys(chunk)) this.issued(key);
        if (!looked) this.look(`the process list: ${name}`, commandLine(child.pid));
        looked = true;
      });
  }

  /** Notes an error of the library as it is made, thrown and printed or not: it is searched before long. */
  made(error: ContenderError): void {
    this.#errors.push(error);
    if (this.#errors.length >= 100) this.#searchErrors();
  }

  /** Leaves out the errors so far: a test has made them with a key in them, to see that it is not printed. */
  meantErrors(): void {
    this.#errors.splice(0);
  }

  /** Searches whatever is left, and gives every leak since the last call. */
  end(): Leak[] {
    for (const folder of this.#folders) this.#search(folder);
    this.#folders.clear();
    this.#searchErrors();
    for (const { where, chunks } of this.#spoken.splice(0)) this.look(where, Buffer.concat(chunks));
    return this.#leaks.splice(0);
  }

  /** Forgets the keys that were issued: another test's text may look like half of one. */
  forget(): void {
    this.#issued.clear();
  }

  #searchErrors(): void {
    for (const error of this.#errors.splice(0)) this.look(`an error (${error.name})`, textOfError(error));
  }

  #hear(where: string): Buffer[] {
    const chunks: Buffer[] = [];
    this.#spoken.push({ where, chunks });
    return chunks;
  }

  #search(path: string): void {
    if (FOREIGN.test(basename(path)) || this.#meant.has(path)) return;
    try {
      const stats = fs.lstatSync(path);
      if (stats.isDirectory()) for (const name of fs.readdirSync(path)) this.#search(join(path, name));
      else if (stats.isFile() && !KEY_FILE.test(basename(path))) this.look(path, fs.readFileSync(path));
    } catch {
      // It is gone already, or may not be read: some tests see to that.
    }
  }
}

/** The one that is set on every process of the test suite. */
export const keyWatch = new KeyWatch();

let installed = false;

/**
 * Sets the watch on this process, which may run many test files: from now on every way of the builtin modules to leave
 * something leads past it.
 */
export function install(watch: KeyWatch): void {
  if (installed) return;
  installed = true;
  const { mkdtempSync, rmSync, writeSync } = fs;
  const watched = (folder: string): string => {
    watch.watchFolder(folder);
    return folder;
  };
  Object.assign(fs, {
    mkdtempSync: (prefix: string) => watched(mkdtempSync(prefix)),
    rmSync(path: fs.PathLike, options?: fs.RmOptions) {
      watch.removing(String(path));
      rmSync(path, options);
    },
    writeSync(...args: Parameters<typeof writeSync>) {
      const [fd, data] = args;
      if (fd === 1 || fd === 2) watch.look("a standard stream of the tests", textOf(data));
      return writeSync(...args);
    },
  });
  watchProcesses(watch);
  watchErrors(watch);
  const { issue } = ApiKeys.prototype;
  ApiKeys.prototype.issue = function (teamId) {
    const key = issue.call(this, teamId);
    watch.issued(key);
    return key;
  };
  syncBuiltinESMExports();
}

/** Every error of the library is given its name when it is made. */
function watchErrors(watch: KeyWatch): void {
  Object.defineProperty(ContenderError.prototype, "name", {
    configurable: true,
    set(this: ContenderError, value: string) {
      Object.defineProperty(this, "name", { value, writable: true, enumerable: true, configurable: true });
      watch.made(this);
    },
  });
}

/** What an error and its causes say. */
function textOfError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const remedy = error instanceof ContenderError ? error.remedy : "";
  return [error.message, remedy, ...(error.cause === undefined ? [] : [textOfError(error.cause)])].join("\n");
}

interface Spawner {
  spawn(this: ChildProcess, options: { readonly args?: readonly string[] }): unknown;
}

/** `spawn`, `fork`, `exec` and `execFile` all come by here. */
function watchProcesses(watch: KeyWatch): void {
  const prototype = childProcess.ChildProcess.prototype as ChildProcess & Spawner;
  const { spawn } = prototype;
  prototype.spawn = function (options) {
    const result = spawn.call(this, options);
    watch.watchProcess(this, options.args ?? []);
    return result;
  };
}

/** Calls back with what a stream is given, and leaves it to its reader when to read it. */
function onChunk(stream: Readable | null, take: (chunk: Buffer) => void): void {
  if (stream === null) return;
  const push = stream.push.bind(stream);
  stream.push = (chunk: unknown, encoding?: BufferEncoding) => {
    if (Buffer.isBuffer(chunk)) take(chunk);
    return push(chunk, encoding);
  };
}

/** What the process list shows of a process; nothing where it has gone, or the system has no such files. */
function commandLine(pid: number | undefined): Buffer {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`);
  } catch {
    return Buffer.alloc(0);
  }
}

function textOf(data: string | NodeJS.ArrayBufferView): string | Buffer {
  return typeof data === "string" ? data : Buffer.from(data.buffer, data.byteOffset, data.byteLength);
}
