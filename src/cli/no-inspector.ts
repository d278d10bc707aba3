import inspector from "node:inspector";
import { sleep } from "../core/time/clock.js";
import { systemClock } from "../core/time/system-clock.js";

/** Node options by which a person has a debugger, or has code loaded that may open one. */
const WANTED = /--inspect(?:-brk|-wait)?(?:[=\s]|$)|--(?:require|import)|(?:^|\s)-r\s/;

/** Node opens the inspector in a thread of its own: by then it has done so. Milliseconds. */
const OPENED_BY = 1_000;

/**
 * Takes SIGUSR1 away from Node, whose own handler opens the inspector to every user of the machine. One that a signal
 * opened before is closed again; one that a person asked for stays.
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
