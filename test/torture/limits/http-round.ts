import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sleep } from "../../../src/core/time/clock.js";
import { silentLog } from "../../../src/core/log.js";
import { seededRandom, type Random } from "../../../src/core/random.js";
import { Secrets } from "../../../src/core/secrets.js";
import { bootId, machineClock, systemClock } from "../../../src/core/time/system-clock.js";
import { parseBaseUrl } from "../../../src/gateway/base-url.js";
import { createGateway, type Gateway } from "../../../src/gateway/gateway.js";
import { httpTransport } from "../../../src/gateway/http.js";
import type { Transport } from "../../../src/gateway/transport.js";
import type { RateLimit } from "../../../src/model/rules.js";
import type { Tally } from "../machinery/part.js";
import { HttpServer } from "./http-server.js";
import { demand, SWAP, trades } from "./load.js";
import type { Plant } from "./plants.js";

/** `demand`: one bot that is asked for more than it may send. `disorder`: restarts, and commands beside it. */
type Kind = "demand" | "disorder";

export interface HttpRoundOptions {
  readonly kind?: Kind;
  readonly windowMs?: number;
  /** How many windows it goes on. */
  readonly windows?: number;
  /** Whether it goes on until a limit was broken, for which a mistake was planted: a slow machine may need longer to fill a window. */
  readonly untilBroken?: boolean;
  /** The folder of spent requests of the gateway that is begun n-th. */
  readonly spentDir?: (dir: string, n: number) => string;
  readonly plant?: Plant;
}

const RESERVE_PERCENT = 10;
const DEADLINE_MS = 1_000;
/** Whoever has broken no limit in so many windows will break none. */
const MOST_WINDOWS = 30;
/** Fewer say little about limits. */
const LEAST_REQUESTS = 120;
/** Reads that are asked for without end, by their number in the load, and the limit that each of them meets. */
const DEMANDED = { 0: "price", 3: "account" } as const;

const steady = machineClock();

/** Bots on one folder, over real sockets, in the machine's time. */
export async function playHttpRound(seed: string, options: HttpRoundOptions = {}): Promise<Tally> {
  const random = seededRandom(seed);
  const drawn = random.next() < 0.5 ? "demand" : "disorder";
  const windowMs = options.windowMs ?? 800 + random.int(1_000);
  const dir = mkdtempSync(join(tmpdir(), "contender-limits-http-"));
  const server = new HttpServer(seed, drawLimits(random, windowMs), steady);
  const uproot = options.plant?.(steady) ?? (() => undefined);
  const stage = new Stage(server, await server.listen(), dir, options.spentDir ?? ((folder) => folder));
  try {
    const [least, begun] = [windowMs * (options.windows ?? 5), steady.now()];
    const isOver = (): boolean => {
      const passed = steady.now() - begun;
      const broken = server.judge.violations.length > 0 || passed > windowMs * MOST_WINDOWS;
      return passed >= least && (broken || options.untilBroken !== true);
    };
    const kind = options.kind ?? drawn;
    const play = kind === "demand" ? playDemand : playDisorder;
    const unused = await play(stage, random, isOver);
    const { arrivals, looked, violations } = server.judge;
    const refused = server.refused > 0 ? [`the service answered 429 ${server.refused} times`] : [];
    return {
      counts: { requests: arrivals, windows: looked, gateways: stage.begun, refusals: server.refused },
      failures: [...new Set(violations)].slice(0, 5).concat(refused, unused),
    };
  } finally {
    uproot();
    await server.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

function drawLimits(random: Random, windowMs: number): RateLimit[] {
  const some = (least: number): number => least + random.int(least);
  return [
    { scope: "trade", count: some(10), windowMs },
    { scope: "price", count: some(60), windowMs },
    { scope: "account", count: some(20), windowMs },
    { scope: "account", count: some(60), windowMs: 3 * windowMs },
    { scope: "each", count: some(150), windowMs },
    { scope: "all", count: some(300), windowMs },
  ];
}

/** The gateways of one round. */
class Stage {
  begun = 0;
  /** The longest way of a request to the service and back, milliseconds. */
  slowest = 0;

  constructor(
    readonly server: HttpServer,
    private readonly url: string,
    private readonly dir: string,
    private readonly spentDir: (dir: string, n: number) => string,
  ) {}

  /** A gateway as a process of the bot has it. */
  gateway(): Gateway {
    return createGateway({
      baseUrl: this.url,
      key: this.server.key,
      clock: systemClock,
      steady,
      boot: bootId(),
      wall: systemClock,
      registry: this.server.registry,
      log: silentLog,
      secrets: new Secrets(),
      limits: { reservePercent: RESERVE_PERCENT },
      rateLimits: this.server.limits,
      spentDir: this.spentDir(this.dir, this.begun++),
      deadlineMs: DEADLINE_MS,
      transport: this.#timed(httpTransport(parseBaseUrl(this.url))),
    });
  }

  #timed(transport: Transport): Transport {
    return {
      ...transport,
      send: (request) => {
        const sent = steady.now();
        const sending = transport.send(request);
        const seen = (): void => void (this.slowest = Math.max(this.slowest, steady.now() - sent));
        sending.answer.then(seen, seen);
        return sending;
      },
    };
  }
}

/** More is asked for than may be sent, by several at once, and trades beside it; until the gateway is closed. */
function load(gateway: Gateway, random: Random): void {
  const forever = (): boolean => true;
  const ended = (): void => undefined;
  // Prices are asked for by two strategies, and quotes too, which count as neither.
  for (const kind of [...Object.keys(DEMANDED), "0", "2"]) demand(gateway, Number(kind), 30, forever).catch(ended);
  trades(gateway, systemClock, random, 300, forever).catch(ended);
}

/** Judges, beside the windows, that what is left to reads is used: all but a twentieth of what real ways leave of it. */
async function playDemand(stage: Stage, random: Random, isOver: () => boolean): Promise<string[]> {
  const { judge, limits } = stage.server;
  const gateway = stage.gateway();
  const begun = steady.now();
  load(gateway, random);
  while (!isOver()) await sleep(systemClock, 20);
  const took = steady.now() - begun;
  const counted = new Map(judge.counted);
  await gateway.close();
  return Object.values(DEMANDED).flatMap((wanted) => {
    const uses = limits.flatMap(({ scope, count, windowMs }) => {
      if (scope !== wanted) return [];
      const kept = scope === "price" ? 0 : Math.ceil((count * RESERVE_PERCENT) / 100);
      const windows = Math.max(1, took / (windowMs + stage.slowest));
      return [(counted.get(scope) ?? 0) / ((count - kept) * windows)];
    });
    const used = Math.max(...uses);
    return used >= 0.95 ? [] : [`only ${(100 * used).toFixed(1)} % of the ${wanted} limit was used under demand`];
  });
}

/**
 * A bot that is begun anew now and then, in the middle of its requests, and commands beside it on the same folder. Where
 * the machine is slow it goes on for longer.
 */
async function playDisorder(stage: Stage, random: Random, isOver: () => boolean): Promise<string[]> {
  let bot = stage.gateway();
  load(bot, random.fork("load 0"));
  const commands: Promise<void>[] = [];
  while (!isOver() || stage.server.judge.arrivals < LEAST_REQUESTS) {
    await sleep(systemClock, 50 + random.int(400));
    if (random.next() < 0.6) commands.push(command(stage, random));
    else {
      await bot.close();
      bot = stage.gateway();
      load(bot, random.fork(`load ${stage.begun}`));
    }
  }
  await bot.close();
  await Promise.all(commands);
  return [];
}

/** One command beside the bot, with a gateway of its own. */
async function command(stage: Stage, random: Random): Promise<void> {
  const gateway = stage.gateway();
  const asked = Array.from({ length: 1 + random.int(6) }, () => gateway.price("WETH.eth"));
  await Promise.race([
    Promise.allSettled([...asked, gateway.quote(SWAP), gateway.balances()]),
    sleep(systemClock, 1_500),
  ]);
  await gateway.close();
}
