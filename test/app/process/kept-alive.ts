/** A process of its own that is kept alive within seconds, and then is stuck (as a bot or as a backtest) or lives on, as it is told. */
import { keepAlive } from "../../../src/app/process/lifeline.js";
import { silentProgress } from "../../../src/app/process/progress.js";
import { startWatchdog } from "../../../src/app/backtest/watchdog.js";
import { RunningStrategy } from "../../../src/app/process/running-strategy.js";
import { silentLog } from "../../../src/core/log.js";
import { systemClock } from "../../../src/core/time/system-clock.js";
import type { BoundStrategy } from "../../../src/strategy/bind/bind.js";
import type { View } from "../../../src/strategy/view.js";

const [, , what] = process.argv;
/** Where it lives on, a busy machine may keep its thread waiting for seconds. */
const within = what === "lives" ? 6000 : 1000;

async function stick(): Promise<never> {
  await Promise.resolve();
  for (;;);
}

/** A strategy that never comes back. */
function bound(name: string): BoundStrategy {
  const definition = {
    decide() {
      for (;;);
    },
    read: stick,
  };
  return { name, definition } as unknown as BoundStrategy;
}

if (what === "backtest") {
  const running = new RunningStrategy();
  const [, looping] = running.marked(["sound", "looping"].map(bound));
  startWatchdog(silentProgress, running, within).strategiesBegin();
  await Promise.resolve();
  looping?.definition.decide({} as View);
} else {
  const running = new RunningStrategy();
  const [, looping] = running.reading(["sound", "looping"].map(bound));
  const release = keepAlive(systemClock, within, silentLog, { what: "bot", advice: "Look for a loop.", running });
  if (what === "sticks") void stick();
  else if (what === "reads") void looping?.definition.read?.({} as never, {} as never);
  else setTimeout(release, 1.5 * within);
}
