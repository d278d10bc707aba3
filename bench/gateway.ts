import { spawn } from "node:child_process";
import { setMaxListeners } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Pool } from "undici";
import { silentLog, type Log } from "../src/core/log.js";
import { Secrets } from "../src/core/secrets.js";
import { systemClock } from "../src/core/time/system-clock.js";
import { createGateway, type Gateway } from "../src/gateway/gateway.js";
import { bottleneckLane } from "../src/gateway/limits/lane.js";
import type { LimitSettings } from "../src/gateway/limits/settings.js";
import { KNOWN_TOKENS } from "../src/model/known-tokens.js";
import { TokenRegistry } from "../src/model/token-registry.js";
import { atLeast, atMost, interleaved, median, type Contestant, type Row } from "./harness.js";

const ROUNDS = 41;
const REQUESTS = 4_000;
const IN_FLIGHT = 8;
const LIMIT = { count: 200, windowMs: 1_000 };
const WINDOWS = 10;
const KEY = "0123456789abcdef_0123456789abcdef";
const PATH = "/api/price?token=0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2&chain=evm&specificChain=eth";

/** High enough never to be reached: every request is counted, none waits. */
const WIDE = { count: 1e9, windowMs: 60_000 };
const WIDE_LIMITS: LimitSettings = {
  overrides: { each: [WIDE], price: [WIDE], all: [WIDE, { ...WIDE, windowMs: 3_600_000 }] },
};

async function startServer(): Promise<{ url: string; stop: () => void }> {
  const file = fileURLToPath(new URL("./gateway-server.js", import.meta.url));
  const child = spawn(process.execPath, [file, String(LIMIT.count), String(LIMIT.windowMs)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const port = await new Promise<string>((resolve) =>
    child.stdout.once("data", (text: Buffer) => resolve(text.toString().trim())),
  );
  return { url: `http://127.0.0.1:${port}`, stop: () => void child.kill() };
}

function gateway(baseUrl: string, limits: LimitSettings, options: { spentDir?: string; log?: Log } = {}): Gateway {
  return createGateway({
    baseUrl,
    key: KEY,
    clock: systemClock,
    wall: systemClock,
    registry: new TokenRegistry(KNOWN_TOKENS),
    log: silentLog,
    secrets: new Secrets(),
    limits,
    ...options,
  });
}

/** Seconds a request, with several in flight. */
function load(request: () => Promise<number | null>): Contestant {
  return {
    async run() {
      const started = performance.now();
      let left = REQUESTS;
      let last: number | null = null;
      const worker = async (): Promise<void> => {
        while (left-- > 0) last = await request();
      };
      await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
      return { figure: (performance.now() - started) / 1_000 / REQUESTS, fingerprint: String(last) };
    },
  };
}

function bareRequest(pool: Pool): () => Promise<number> {
  const headers = { authorization: `Bearer ${KEY}`, accept: "application/json" };
  return async () => {
    const { body } = await pool.request({ method: "GET", path: PATH, headers });
    return (JSON.parse(await body.text()) as { price: number }).price;
  };
}

/** Milliseconds from asking bottleneck for a turn that is free until the job runs. */
async function bottleneckCost(): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < 50; i++) {
    const lane = bottleneckLane();
    lane.giveTurn();
    const started = performance.now();
    await new Promise<void>((resolve) => lane.add(resolve));
    times.push(performance.now() - started);
  }
  return median(times);
}

/** The share of the allowed rate that is used under full demand; 0 if the server had to refuse even one. */
async function utilisation(url: string): Promise<number> {
  let refused = 0;
  const log = { ...silentLog, warn: () => refused++ };
  const limited = gateway(url, { overrides: { price: [{ ...LIMIT }, WIDE], each: [WIDE], all: [WIDE] } }, { log });
  const until = performance.now() + WINDOWS * LIMIT.windowMs;
  let served = 0;
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  const worker = async (): Promise<void> => {
    while (performance.now() < until) {
      await limited.tokenInfo("WETH.eth", { signal: controller.signal }).catch(() => null);
      if (performance.now() < until) served++;
    }
  };
  const workers = Promise.all(Array.from({ length: 40 }, worker));
  await new Promise((resolve) => setTimeout(resolve, WINDOWS * LIMIT.windowMs));
  controller.abort(new Error("over"));
  await workers;
  await limited.close();
  return refused > 0 ? 0 : served / (LIMIT.count * WINDOWS);
}

export async function run(): Promise<Row[]> {
  const { url, stop } = await startServer();
  const folder = mkdtempSync(join(tmpdir(), "contender-bench-"));
  const pool = new Pool(url, { connections: 16, pipelining: 1 });
  const inMemory = gateway(url, WIDE_LIMITS);
  const onDisk = gateway(url, WIDE_LIMITS, { spentDir: folder });
  try {
    const bare = load(bareRequest(pool));
    const price = (through: Gateway) => async () => (await through.price("WETH.eth")).usd;
    const memoryRatio = await interleaved(load(price(inMemory)), bare, ROUNDS);
    const diskRatio = await interleaved(load(price(onDisk)), bare, ROUNDS);
    const baseline = "undici Pool request + JSON.parse";
    return [
      atMost(1.25, {
        name: "gateway: a price, limits and retry and decode",
        baseline,
        ratio: memoryRatio,
        rounds: ROUNDS,
      }),
      atMost(1.25, { name: "gateway: the same, spent requests on disk", baseline, ratio: diskRatio, rounds: ROUNDS }),
      atMost(10, {
        name: "gateway: bottleneck's own cost, ms a job that has to wait",
        baseline: "none (the fast path goes round it)",
        ratio: await bottleneckCost(),
        rounds: 50,
      }),
      atLeast(0.95, {
        name: `gateway: rate used, no 429 in ${WINDOWS} windows`,
        baseline: `a server's fixed windows, ${LIMIT.count} in ${LIMIT.windowMs} ms`,
        ratio: await utilisation(url),
        rounds: 1,
      }),
    ];
  } finally {
    await Promise.all([pool.close(), inMemory.close(), onDisk.close()]);
    stop();
    rmSync(folder, { recursive: true });
  }
}
