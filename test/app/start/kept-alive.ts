/** A process of its own that is kept alive within a second, and then is stuck or lives on, as it is told. */
import { keepAlive } from "../../../src/app/start/lifeline.js";
import { silentLog } from "../../../src/core/log.js";
import { systemClock } from "../../../src/core/system-clock.js";

const release = keepAlive(systemClock, 1000, silentLog);

async function stick(): Promise<never> {
  await Promise.resolve();
  for (;;);
}

if (process.argv[2] === "sticks") void stick();
else setTimeout(release, 2500);
