import inspector from "node:inspector";
import { sleep } from "../core/time/clock.js";
import { systemClock } from "../core/time/system-clock.js";

/** Node options that request a debugger, or load code that may open one. */
const WANTED = /--inspect(?:-brk|-wait)?(?:[=\s]|$)|--(?:require|import)|(?:^|\s)-r\s/;

/** Node opens the inspector in another thread; milliseconds after which it has done so. */
const OPENED_BY = 1_000;

/**
 * Replaces Node's handler of SIGUSR1, which opens the inspector to every user of the machine. An inspector already opened
 * by a signal is closed; one requested by Node options stays.
 */
export function refuseInspector(): void {
  process.on("SIGUSR1", () => undefined);
  if (WANTED.test([...process.execArgv, process.env["NODE_OPTIONS"] ?? ""].join(" "))) return;
  closeInspector();
  void sleep(systemClock, OPENED_BY).then(closeInspector);
}

function closeInspector(): void {
  if (inspector.url() !== undefined) inspector.close();
}
