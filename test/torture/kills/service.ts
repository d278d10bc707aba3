import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { seededRandom, type Random } from "../../../src/core/random.js";
import { scaledClock, systemClock } from "../../../src/core/time/system-clock.js";
import { KNOWN_TOKENS } from "../../../src/model/known-tokens.js";
import { REFUSAL_TEXTS } from "../../../src/model/refusal-texts.js";
import { TokenRegistry } from "../../../src/model/token-registry.js";
import { createSandbox, type Sandbox } from "../../../src/sandbox/index.js";
import { testProfile } from "../../support/profile.js";
import { syntheticMarket } from "../../../src/tape/index.js";

const EXECUTE = "/api/trade/execute";
const RESET = "/api/account/reset-api-key";

/** What goes wrong with a trade's request, and how often. `late`: it is made long after everybody has given it up. */
const FAULTS = { lostAnswer: 0.05, lostRequest: 0.05, late: 0.03, refused: 0.04 } as const;
export type Fault = keyof typeof FAULTS;

/** Of its own time for one of the machine's. */
export const SPEED = 300;

/** The sandbox over real HTTP, on a fast clock, with faults of trades; it notes what was asked of it. */
export class KillService {
  readonly sandbox: Sandbox;
  readonly team: string;
  /** No more faults. */
  calm = false;
  /** What a trade that is late waits for, besides its time. */
  lateAfter: () => Promise<unknown> = () => Promise.resolve();
  /** What becomes of the next trade, instead of chance. */
  forced: Fault | null = null;
  /** Requests to trade, by the marker that they begin with. */
  readonly asked = new Map<string, number>();
  /** Faults that were met, by kind. */
  readonly met: Record<string, number> = {};
  /** Markers of trades that were made later than `lateMs` after they were asked for. */
  readonly late = new Set<string>();
  readonly #random: Random;
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  readonly #pending = new Set<Promise<unknown>>();
  readonly #onAsked = new Set<() => void>();
  #key: string;
  #requests = 0;

  /**
   * @param lateMs milliseconds of the machine after which nobody waits for a trade any more
   * @param beginsIn milliseconds of the machine until the competition begins; null: when `begin` is called
   */
  constructor(
    seed: string,
    readonly lateMs: number,
    beginsIn: number | null,
  ) {
    const origin = systemClock.now();
    this.#random = seededRandom(seed).fork("service");
    this.sandbox = createSandbox({
      profile: testProfile(seed),
      clock: scaledClock({ speed: SPEED, origin }),
      registry: new TokenRegistry(KNOWN_TOKENS),
      market: syntheticMarket({ seed, start: origin, past: 3_600_000 }),
      seed,
      keySeed: seed,
      competitions: [{ name: "Kill Cup", ...(beginsIn === null ? {} : { startIn: beginsIn * SPEED }) }],
    });
    const [team] = this.sandbox.teams;
    this.team = team?.teamId ?? "";
    this.#key = team?.apiKey ?? "";
  }

  /** The one key that is valid now. */
  get key(): string {
    return this.#key;
  }

  async begin(): Promise<void> {
    const [upcoming] = this.sandbox.exchange.upcoming();
    if (upcoming !== undefined) await this.sandbox.exchange.start(upcoming.id);
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  trades(): ReturnType<Sandbox["exchange"]["trades"]> {
    return this.sandbox.exchange.trades(this.team);
  }

  /** Resolves once so many requests more have come. */
  requestsOn(count: number): Promise<void> {
    const enough = this.#requests + count;
    return new Promise((resolve) => {
      const look = (): void => {
        if (this.#requests < enough) return;
        this.#onAsked.delete(look);
        resolve();
      };
      this.#onAsked.add(look);
      look();
    });
  }

  /** Somebody with the same key buys a little, without a marker. */
  async otherHands(): Promise<void> {
    const body = { fromToken: USDC, toToken: WETH, amount: "1", reason: "by other hands" };
    await this.#serve("POST", EXECUTE, { authorization: `Bearer ${this.#key}` }, JSON.stringify(body));
  }

  /** Resolves once every trade that is late has been made. */
  async settled(): Promise<void> {
    await Promise.all(this.#pending);
  }

  async close(): Promise<void> {
    await this.settled();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
    await this.sandbox.close();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    request.on("error", () => {});
    const body = await bodyOf(request).catch(() => null);
    // A process that was killed in the middle of a request has asked for nothing.
    if (body === null) return;
    this.#requests += 1;
    for (const look of this.#onAsked) look();
    const [method, path] = [request.method ?? "", request.url ?? ""];
    const serve = () => this.#serve(method, path, { authorization: request.headers.authorization ?? "" }, body);
    const fault = path === EXECUTE ? this.#faultOf(body) : null;
    if (fault === "late") this.#serveLate(serve, body);
    const answer = fault === "refused" ? REFUSAL : fault === "late" || fault === "lostRequest" ? null : await serve();
    if (answer === null || fault === "lostAnswer") request.socket.destroy();
    else response.writeHead(answer.status, { "content-type": "application/json" }).end(answer.body);
  }

  #faultOf(body: string): Fault | null {
    const marker = markerIn(body);
    if (marker !== null) this.asked.set(marker, (this.asked.get(marker) ?? 0) + 1);
    const fault = this.calm ? null : (this.forced ?? this.#drawn());
    this.forced = null;
    if (fault !== null) this.met[fault] = (this.met[fault] ?? 0) + 1;
    return fault;
  }

  #drawn(): Fault | null {
    let drawn = this.#random.next();
    for (const [fault, rate] of Object.entries(FAULTS) as [Fault, number][]) {
      if (drawn < rate) return fault;
      drawn -= rate;
    }
    return null;
  }

  #serveLate(serve: () => Promise<unknown>, body: string): void {
    const given = this.lateAfter();
    const made = new Promise<void>((resolve) => setTimeout(resolve, this.lateMs)).then(async () => {
      await given;
      await serve();
      this.late.add(markerIn(body) ?? "");
      this.#pending.delete(made);
    });
    this.#pending.add(made);
  }

  async #serve(method: string, path: string, headers: Record<string, string>, body: string) {
    const typed = body === "" ? headers : { ...headers, "content-type": "application/json" };
    const answer = await this.sandbox.handle({ method, path, headers: typed, ...(body === "" ? {} : { body }) });
    if (path === RESET && answer.status === 200) this.#key = (JSON.parse(answer.body) as { apiKey: string }).apiKey;
    return answer;
  }
}

const REFUSAL = {
  status: 400,
  body: JSON.stringify({ success: false, error: REFUSAL_TEXTS.insufficientBalance }),
};
const USDC = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";
const WETH = "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2";

/** The marker that the reason of a request to trade begins with; null where it has none. */
function markerIn(body: string): string | null {
  return /"reason":"(\[[0-9a-z]{4}-[0-9a-z]{6}\])/.exec(body)?.[1] ?? null;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
