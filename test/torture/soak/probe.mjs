// Preloaded into a bot (`node --expose-gc --import probe.mjs …`): writes down what it keeps, a line of JSON each time.
import { appendFileSync, readdirSync } from "node:fs";
import { setInterval } from "node:timers";

const { PROBE_FILE: file, PROBE_EVERY_MS: every } = process.env;

function handles() {
  try {
    return readdirSync("/proc/self/fd").length;
  } catch {
    return null; // there is no /proc on this system
  }
}

setInterval(() => {
  globalThis.gc();
  const { heapUsed, external, rss } = process.memoryUsage();
  appendFileSync(file, `${JSON.stringify({ heap: heapUsed + external, rss, handles: handles() })}\n`);
}, Number(every)).unref();
