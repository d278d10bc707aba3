/** A process of its own that is kept alive within seconds, and then is stuck (as a bot or as a backtest) or lives on, as it is told. */
import { keepAlive } from "../../../src/app/process/lifeline.js";
import { attend } from "../../../src/app/backtest/attend.js";
import { silentLog } from "../../../src/core/log.js";
import { systemClock } from "../../../src/core/system-clock.js";

const [, , what] = process.argv;
/** Where it lives on, a busy machine may keep its thread waiting for seconds. */
const within = what === "lives" ? 6000 : 1000;

async function stick(): Promise<never> {
  await Promise.resolve();
  for (;;);
}

if (what === "backtest") {
  (await attend(true, within)).alive();
  void stick();
} else {
  const release = keepAlive(systemClock, within, silentLog, { what: "bot", advice: "Look for a loop." });
  if (what === "sticks") void stick();
  else setTimeout(release, 1.5 * within);
}
