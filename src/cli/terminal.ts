import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { advisingRemedies } from "../app/config-option.js";
import { printableJson, printableLines } from "../core/printable.js";
import { scrubKeys } from "../core/scrub-keys.js";

/** The streams of a terminal. */
export interface Streams {
  readonly stdout: NodeJS.WritableStream;
  /** Standard error. Writing to it must not wait for a reader. */
  readonly stderr: { write(text: string): unknown };
  /** Opens the input for answers at an interactive terminal; absent without one. */
  readonly person?: () => NodeJS.ReadableStream;
}

/** Milliseconds that a command which does not wait for its reader still waits at its end. */
const LEAVE_AFTER = 2_000;

/**
 * The output of a command and its exit code. All output passes through here: control characters are printed as spaces, in
 * JSON as `\uXXXX`. Text that must stay on one line (a name within a sentence) is cleaned by `printable` where it is
 * inserted, because here its line feeds look like any others.
 */
export interface Terminal {
  /** Prints lines on standard output, with a line feed at the end. */
  print(text: string): void;
  /**
   * Prints a JSON document on standard output, in one line or indented by the given number of spaces. If a config file is
   * given, the commands in remedies name it.
   */
  printJson(document: unknown, indent?: number, config?: string): void;
  /** Prints a document with one named list member by member, as `printJson` with an indent of two would. */
  beginJsonList(name: string): JsonList;
  /** Prints lines on standard error, without anything that looks like an API key. */
  tell(text: string): void;
  /** Asks a yes-or-no question at the terminal; false if it is not interactive. */
  confirm(question: string): Promise<boolean>;
  /** Resolves when standard output has room, is closed, or the signal aborts. */
  room(signal: AbortSignal): Promise<void>;
  /** From now on the command's end waits at most two seconds for its output to be read. */
  waitForNoReader(): void;
  /** Milliseconds that the command's end waits for its output to be read; undefined: without limit. */
  patience(): number | undefined;
  /** Calls the function once when standard output is closed. */
  onClosed(run: () => void): void;
  finish(code: number): void;
}

/** A JSON list being printed. Without `end` the output is not valid JSON. */
interface JsonList {
  add(member: unknown): void;
  end(): void;
}

const advisedIn = (config: string | undefined) => (config === undefined ? undefined : advisingRemedies(config));

function jsonList(stdout: NodeJS.WritableStream, name: string): JsonList {
  let before = `{\n  ${JSON.stringify(name)}: [`;
  let after = "]";
  return {
    add(member) {
      const text = JSON.stringify(member, null, 2).replace(/\n/g, "\n    ");
      stdout.write(`${before}\n    ${printableJson(text)}`);
      [before, after] = [",", "\n  ]"];
    },
    end: () => void stdout.write(`${before === "," ? "" : before}${after}\n}\n`),
  };
}

export function openTerminal({ stdout, stderr, person }: Streams, finish: (code: number) => void): Terminal {
  let patience: number | undefined;
  const lines = (text: string): string => `${printableLines(text.replace(/\n$/, ""))}\n`;
  return {
    print: (text) => void stdout.write(lines(text)),
    printJson: (document, indent, config) =>
      void stdout.write(`${printableJson(JSON.stringify(document, advisedIn(config), indent))}\n`),
    beginJsonList: (name) => jsonList(stdout, name),
    tell: (text) => void stderr.write(lines(scrubKeys(text))),
    confirm(question) {
      if (person === undefined) return Promise.resolve(false);
      stderr.write(`${printableLines(scrubKeys(question))} [y/N] `);
      return saidYes(person());
    },
    room: (signal) => roomIn(stdout, signal),
    waitForNoReader: () => void (patience = LEAVE_AFTER),
    patience: () => patience,
    onClosed: (run) => void stdout.once("error", run),
    finish,
  };
}

function roomIn(stdout: NodeJS.WritableStream, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted || !(stdout instanceof Writable) || !stdout.writableNeedDrain) {
      resolve();
      return;
    }
    const done = (): void => {
      for (const event of ["drain", "close"]) stdout.off(event, done);
      signal.removeEventListener("abort", done);
      resolve();
    };
    for (const event of ["drain", "close"]) stdout.once(event, done);
    signal.addEventListener("abort", done, { once: true });
  });
}

/** Returns true if the next line is a yes; false at the end of the input. */
function saidYes(stdin: NodeJS.ReadableStream): Promise<boolean> {
  return new Promise((resolve) => {
    const lines = createInterface({ input: stdin });
    lines.once("close", () => resolve(false));
    lines.once("line", (line) => {
      resolve(/^y(es)?$/i.test(line.trim()));
      lines.close();
    });
  });
}
