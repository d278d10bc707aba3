/** Preloaded into a bot (`node --expose-gc --import memory-probe.js …`): writes the bytes in use after a collection, a line each second. */
import { appendFileSync } from "node:fs";

const { PROBE_FILE: file = "" } = process.env;

setInterval(() => {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  appendFileSync(file, `${heapUsed + external}\n`);
}, 1_000).unref();
