/**
 * Preloaded into a process of the command line (`node --import`): tells on descriptor 3 which labelled points are passed,
 * and sends the process the signals that CONTENDER_STRIKES asks for: [{ at?, nth, signal }], at the n-th passing of
 * the point `at`, or of any point. It knows the program by the channel's name alone.
 */
import { subscribe } from "node:diagnostics_channel";
import { writeSync } from "node:fs";

const strikes = JSON.parse(process.env.CONTENDER_STRIKES ?? "[]");
const counts = new Map();
let passed = 0;
let stopping = false;

// Then a write beyond the largest size that a file may have fails, in place of ending the process.
process.on("SIGXFSZ", () => {});

function tell(line) {
  writeSync(3, `${line}\n`);
}

subscribe("contender:point", (name) => {
  const nth = (counts.get(name) ?? 0) + 1;
  counts.set(name, nth);
  passed += 1;
  if (nth === 1 || stopping) tell(stopping ? `then ${name}` : `first ${name}`);
  if (name === "stop.signal:after") stopping = true;
  for (const strike of strikes) {
    if (strike.nth !== (strike.at === undefined ? passed : strike.at === name ? nth : -1)) continue;
    tell(`struck ${name}`);
    process.kill(process.pid, strike.signal);
  }
});
