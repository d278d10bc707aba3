import { Worker } from "node:worker_threads";
import { every, type Clock } from "../../core/time/clock.js";
import type { Log } from "../../core/log.js";
import type { RunningStrategy } from "./running-strategy.js";

/**
 * A second thread that sees when the first one is stuck. The watchdog around `decide` ends what loops synchronously; an
 * endless loop behind an `await` (in a `read`, say) it cannot see, and such a bot would hang without a word: it would not
 * even hear a signal. Nothing is lost by the kill: what was sent is in the journal, as after any crash. It waits in
 * steps: a process that as a whole stood still (stopped with Ctrl-Z, a machine that slept) has missed one of them, and is
 * not stuck. Its last words are written by a third thread, which is waited for ten seconds at most: a reader who has
 * stopped must not keep the process from ending. The first process of a container hears no SIGKILL from within: that one
 * is asked by way of the inspector, which interrupts loops, to leave with the code that shells give for one.
 */
const WATCHER = `
const { Worker, workerData } = require("node:worker_threads");
const { beats, within, looks, last, advice, running, writer } = workerData;
let seen = Atomics.load(beats, 0);
for (let silent = 0; silent < looks; ) {
  Atomics.wait(beats, 0, seen, within / looks);
  const now = Atomics.load(beats, 0);
  silent = now === seen ? silent + 1 : 0;
  seen = now;
}
const name = running && running.names[running.index[0] - 1];
const reading = running ? running.names.filter((_, i) => running.reads[i][0] > 0).join(", ") : "";
const whose = name ? " The code of " + name + " does not return." : reading ? " The read of " + reading + " was running." : "";
const told = new Int32Array(new SharedArrayBuffer(4));
new Worker(writer, { eval: true, execArgv: [], workerData: { text: last + whose + " " + advice + "\\n", told } });
Atomics.wait(told, 0, 0, 10000);
process.kill(process.pid, "SIGKILL");
Atomics.wait(beats, 0, seen, 1000);
const session = new (require("node:inspector").Session)();
session.connectToMainThread();
session.post("Runtime.evaluate", { expression: "process.reallyExit(137)" });
`;

/** Writes to standard error, whether that blocks or not, and tells when it is done. */
const WRITER = `
const { writeSync } = require("node:fs");
const { text, told } = require("node:worker_threads").workerData;
for (let rest = Buffer.from(text); rest.length > 0; ) {
  try {
    rest = rest.subarray(writeSync(2, rest));
  } catch (error) {
    if (error.code !== "EAGAIN") break;
    Atomics.wait(told, 0, 0, 20);
  }
}
Atomics.store(told, 0, 1);
Atomics.notify(told, 0);
`;

/** Steps in which it waits. A sign of life comes every fourth of the time. */
const LOOKS = 12;

/** The watched process, and the advice for when it is stuck. */
interface Watched {
  readonly what: string;
  readonly advice: string;
  /** The strategies whose code may be stuck. */
  readonly running?: Pick<RunningStrategy, "names" | "index" | "reads">;
}

/**
 * Ends this process by SIGKILL (exit code 137), with a message, once its thread has been stuck for `within` milliseconds
 * of the machine (time asleep does not count). Returns what takes the watcher away.
 */
export function keepAlive(clock: Clock, within: number, log: Log, watched: Watched): () => void {
  const { what, advice, running } = watched;
  const beats = new Int32Array(new SharedArrayBuffer(4));
  const last = `This ${what} is stuck: its thread did not respond for ${within / 1000} seconds, so the process ends.`;
  const watcher = new Worker(WATCHER, {
    eval: true,
    execArgv: [],
    workerData: { beats, within, looks: LOOKS, last, advice, running, writer: WRITER },
  });
  watcher.unref();
  watcher.on("error", (error) => log.warn(`The watchdog that detects a stuck ${what} has failed: ${error.message}`));
  const cancel = every(clock, within / 4, () => {
    Atomics.add(beats, 0, 1);
    Atomics.notify(beats, 0);
  });
  return () => {
    cancel();
    void watcher.terminate();
  };
}
