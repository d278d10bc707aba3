import { monotonic } from "../../core/time/system-clock.js";

/** Shows the progress of one piece of work at a time: `start`, any number of `to`, `end`. */
export interface Progress {
  /** @param total what `to` counts up to; @param label what is being done, for people */
  start(total: number, label: string): void;
  to(done: number): void;
  end(): void;
}

/** Shows nothing. */
export const silentProgress: Progress = { start: () => undefined, to: () => undefined, end: () => undefined };

/** Starts the progress. Returns a function that takes the completed share of all work. */
export function startShares(progress: Progress, label: string): (done: number, all: number) => void {
  progress.start(1_000, label);
  return (done, all) => progress.to((1_000 * done) / all);
}

/** Returns a function that starts the progress at its first call, with the total. */
export function startLater(progress: Progress, label: string): (done: number, all: number) => void {
  let begun = false;
  return (done, all) => {
    if (!begun) progress.start(all, label);
    begun = true;
    progress.to(done);
  };
}

/** The display of long work. */
interface Display {
  begin(total: number, label: string): void;
  update(done: number): void;
  finish(): void;
}

interface ProgressOptions {
  /** With `--json` nothing is shown. */
  readonly json: boolean;
  /** Default: standard error. */
  readonly stream?: NodeJS.WritableStream & { readonly isTTY?: boolean };
  /** Milliseconds that only go forward; default: the machine's. */
  readonly time?: () => number;
}

/** Shorter work shows no bar. Milliseconds. */
const WORTH_IT = 1_000;
/** Between two lines, milliseconds. */
const LINES_EVERY = 5_000;

/**
 * Progress on standard error: a bar where that is a terminal, else a line every few seconds, and nothing with `--json`.
 * Work that takes less than a second shows nothing.
 */
export async function openProgress({
  json,
  stream = process.stderr,
  time = monotonic,
}: ProgressOptions): Promise<Progress> {
  if (json) return silentProgress;
  return delayed(stream.isTTY === true ? await bar(stream) : lines(stream, time), time);
}

function delayed(display: Display, time: () => number): Progress {
  let shown = false;
  let began = 0;
  let work: { readonly total: number; readonly label: string } = { total: 0, label: "" };
  return {
    start(total, label) {
      if (shown) display.finish();
      [shown, began, work] = [false, time(), { total, label }];
    },
    to(done) {
      if (!shown) {
        if (time() - began < WORTH_IT) return;
        shown = true;
        display.begin(work.total, work.label);
      }
      display.update(Math.min(done, work.total));
    },
    end() {
      if (shown) display.finish();
      shown = false;
    },
  };
}

async function bar(stream: NodeJS.WritableStream): Promise<Display> {
  const { default: cli } = await import("cli-progress");
  // Signals are the command's own: a bar that ends the process would lose what the command would have kept.
  const single = new cli.SingleBar({
    stream,
    format: "{label} [{bar}] {percentage}% {eta_formatted} left",
    formatTime: (seconds) => `${Math.round(seconds)} s`,
    barsize: 30,
    gracefulExit: false,
    hideCursor: null,
    clearOnComplete: true,
  });
  return {
    begin: (total, label) => single.start(total, 0, { label }),
    update: (done) => single.update(done),
    finish: () => single.stop(),
  };
}

function lines(stream: NodeJS.WritableStream, time: () => number): Display {
  let work = { total: 0, label: "" };
  let last = -Infinity;
  return {
    begin(total, label) {
      [work, last] = [{ total, label }, -Infinity];
    },
    update(done) {
      const now = time();
      if (now - last < LINES_EVERY) return;
      last = now;
      stream.write(`${work.label}: ${Math.floor((100 * done) / Math.max(1, work.total))}%\n`);
    },
    finish: () => undefined,
  };
}
