import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { advisingRemedies } from "../app/config-option.js";
import { printableJson, printableLines } from "../core/printable.js";
import { scrubKeys } from "../core/scrub-keys.js";

/** What a terminal is made of. */
export interface Streams {
  readonly stdout: NodeJS.WritableStream;
  /** Must not wait for a reader. */
  readonly stderr: { write(text: string): unknown };
  /** Where a person answers who reads standard error; absent: there is none. */
  readonly person?: () => NodeJS.ReadableStream;
}

/** Milliseconds for which a command that waits for no reader still waits at its end. */
const LEAVE_AFTER = 2_000;

/**
 * Where a command prints, and where it leaves its exit code. Everything that a command prints goes through here: what a
 * terminal would act on leaves it as a space, in JSON as `\uXXXX`. A text that has to stay on one line (a name within a
 * sentence) is made so where it is put in, by `printable`: here a line feed of its own looks like any other.
 */
export interface Terminal {
  /** Prints lines on standard output. A line feed at the end is added where it is missing. */
  print(text: string): void;
  /**
   * Prints a JSON document on standard output: in one line, or indented by so many spaces. Where a config file was named, the
   * commands in its remedies name it too.
   */
  printJson(document: unknown, indent?: number, config?: string): void;
  /** Prints, member by member, the document that has a list under a name: what `printJson` prints of it with two spaces. */
  beginJsonList(name: string): JsonList;
  /** Tells lines on standard error, without whatever looks like an API key. */
  tell(text: string): void;
  /** Asks a question that is answered by yes or no on the terminal; false where no person is there. */
  confirm(question: string): Promise<boolean>;
  /** Resolves once standard output has room for more, nobody reads it any more, or the signal aborts. */
  room(signal: AbortSignal): Promise<void>;
  /** From now on the command ends whether its output is read or not: what is not read within two seconds is given up. */
  waitForNoReader(): void;
  /** Milliseconds for which the end of the command waits for the reader; undefined: as long as that takes. */
  patience(): number | undefined;
  /** Calls once, when nobody reads standard output any more. */
  onClosed(run: () => void): void;
  finish(code: number): void;
}

/** A list that is being printed. Where it is not ended, what is printed is no document. */
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

/** Whether the next line is a yes; the end of the input is none. */
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
