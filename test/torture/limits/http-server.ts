import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import { operations } from "../../../src/contract/index.js";
import type { Clock } from "../../../src/core/time/clock.js";
import { KNOWN_TOKENS } from "../../../src/model/known-tokens.js";
import type { RateLimit } from "../../../src/model/rules.js";
import { TokenRegistry } from "../../../src/model/token-registry.js";
import { createSandbox, type Sandbox } from "../../../src/sandbox/index.js";
import { syntheticMarket } from "../../../src/tape/index.js";
import { systemClock } from "../../../src/core/time/system-clock.js";
import { operationOf } from "./answers.js";
import { WindowJudge } from "./windows.js";

const STARTED = "http.server.request.start";

/** The sandbox behind a real socket, with limits of its own, and the judge beside it. */
export class HttpServer {
  readonly judge = new WindowJudge();
  readonly registry = new TokenRegistry(KNOWN_TOKENS);
  /** How often the sandbox itself answered 429. */
  refused = 0;
  readonly #sandbox: Sandbox;
  #port = 0;

  /** @param clock on which the judge measures windows, of the machine */
  constructor(
    seed: string,
    readonly limits: readonly RateLimit[],
    private readonly clock: Clock,
  ) {
    this.judge.setLimits(limits);
    this.#sandbox = createSandbox({
      clock: systemClock,
      registry: this.registry,
      market: syntheticMarket({ seed, start: systemClock.now(), past: 3_600_000 }),
      seed,
      keySeed: seed,
      rateLimits: limits,
    });
  }

  get key(): string {
    return this.#sandbox.teams[0]?.apiKey ?? "";
  }

  async listen(): Promise<string> {
    const url = await this.#sandbox.listen(0);
    this.#port = Number(new URL(url).port);
    subscribe(STARTED, this.#onRequest);
    return url;
  }

  async close(): Promise<void> {
    unsubscribe(STARTED, this.#onRequest);
    await this.#sandbox.close();
  }

  readonly #onRequest = (message: unknown): void => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    if (request.socket.localPort !== this.#port) return;
    const operation = operations[operationOf(request.method ?? "", request.url ?? "")];
    if (operation.auth) this.judge.arrived(operation, this.clock.now(), 0);
    response.on("finish", () => {
      if (response.statusCode === 429) this.refused++;
    });
  };
}
