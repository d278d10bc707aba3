import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { Pool } from "undici";
import { atLeast, atMost, interleaved, type Contestant, type Row } from "./harness.js";
import { TOKENS } from "./sandbox-portfolio.js";

const ROUNDS = 7;
/** Requests of one measurement, by so many connections at a time. */
const REQUESTS = 6_000;
const CONNECTIONS = 16;
/** Memory is compared after this many requests, when everything has been used, and at the end. */
const WARM = 100_000;
const MILLION = 1_000_000;

const PORTFOLIO = "/api/account/portfolio";
/** What the million requests ask for in turn. */
const MIXED = [
  PORTFOLIO,
  "/api/competition/status",
  "/api/account/balances",
  `/api/price?token=${TOKENS[3]?.address ?? ""}`,
  "/api/competition/leaderboard",
  "/api/competition/rules",
  "/api/nothing",
];

/** A contestant's process. */
class Server {
  readonly #child: ChildProcess;
  readonly #pool: Pool;
  readonly #headers: Record<string, string>;

  private constructor(child: ChildProcess, url: string, key: string) {
    this.#child = child;
    this.#pool = new Pool(url, { connections: CONNECTIONS, pipelining: 1 });
    this.#headers = key === "" ? {} : { authorization: `Bearer ${key}` };
  }

  static async start(...args: string[]): Promise<Server> {
    const file = fileURLToPath(new URL("./sandbox-servers.js", import.meta.url));
    const child = fork(file, args, { execArgv: ["--expose-gc"] });
    const [{ url, key }] = (await once(child, "message")) as [{ url: string; key: string }];
    return new Server(child, url, key);
  }

  async get(path: string): Promise<string> {
    const { body } = await this.#pool.request({ method: "GET", path, headers: this.#headers });
    return body.text();
  }

  /** Sends so many requests, and gives every different body that came. */
  async ask(count: number, pathOf: (index: number) => string): Promise<Set<string>> {
    const bodies = new Set<string>();
    let next = 0;
    const connection = async (): Promise<void> => {
      while (next < count) bodies.add(await this.get(pathOf(next++)));
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, connection));
    return bodies;
  }

  /** Bytes of the heap after a collection. */
  async heap(): Promise<number> {
    this.#child.send("memory");
    const [{ heap }] = (await once(this.#child, "message")) as [{ heap: number }];
    return heap;
  }

  async stop(): Promise<void> {
    await this.#pool.close();
    this.#child.kill();
  }
}

/** Portfolios a second; the fingerprint is the body, which has to be the same every time. */
function portfolios(server: Server): Contestant {
  return {
    async run() {
      const started = performance.now();
      const bodies = await server.ask(REQUESTS, () => PORTFOLIO);
      const seconds = (performance.now() - started) / 1000;
      return { figure: REQUESTS / seconds, fingerprint: [...bodies].join("\n") };
    },
  };
}

async function memoryRatio(server: Server): Promise<number> {
  // In parts, for prices carry the time: `ask` collects every different body.
  const ask = async (count: number): Promise<void> => {
    for (let sent = 0; sent < count; sent += WARM) await server.ask(WARM, (i) => MIXED[i % MIXED.length] as string);
  };
  await ask(WARM);
  const before = await server.heap();
  await ask(MILLION - WARM);
  return (await server.heap()) / before;
}

/** The sandbox over HTTP, against a fastify route that serves the same portfolio of 20 tokens, its query and answer validated. */
export async function run(): Promise<Row[]> {
  const sandbox = await Server.start("sandbox");
  const bare = await Server.start("bare", await sandbox.get(PORTFOLIO));
  try {
    return [
      atLeast(0.9, {
        name: "sandbox: portfolios a second (20 tokens)",
        baseline: "bare fastify route, query and answer validated",
        ratio: await interleaved(portfolios(sandbox), portfolios(bare), ROUNDS),
        rounds: ROUNDS,
      }),
      atMost(1.1, {
        name: "sandbox: heap after 1,000,000 requests",
        baseline: "heap after 100,000",
        ratio: await memoryRatio(sandbox),
        rounds: 1,
      }),
    ];
  } finally {
    await Promise.all([sandbox.stop(), bare.stop()]);
  }
}
