import type { Clock } from "../../../src/core/time/clock.js";
import { readMarker } from "../../../src/execution/marker.js";
import type { Transport } from "../../../src/gateway/index.js";
import { KNOWN_TOKENS } from "../../../src/model/known-tokens.js";
import { TokenRegistry } from "../../../src/model/token-registry.js";
import type { TokenName } from "../../../src/model/token.js";
import type { Trade } from "../../../src/model/trade.js";
import { createSandbox, type Sandbox } from "../../../src/sandbox/index.js";
import { handlerTransport } from "../../support/handler-transport.js";
import { testProfile } from "../../support/profile.js";
import { MODELLED_DELAYS } from "./forecast.js";
import type { Scene } from "./scene.js";

/** A request to trade as it left the bot. */
export interface Sent {
  readonly intent: string;
  readonly at: number;
  /** Whether the journal held the intent as SENT then. */
  readonly onDisk: boolean;
}

const TEAM = "Torture";
const USD: Readonly<Record<string, number>> = { WETH: 2_500, WBTC: 60_000, SOL: 150 };

export const registry = new TokenRegistry(KNOWN_TOKENS);

/** The service that the bot competes in, in this process, and its ledger: the truth. */
export class Service {
  readonly sandbox: Sandbox;
  readonly teamId: string;
  readonly sent: Sent[] = [];
  /** Trades that were missing in a list that was asked for when they should have been in it, with the first such moment. */
  readonly overdue = new Map<string, number>();
  requests = 0;
  /** Requests that something may be done about now. */
  young = 0;
  /** Requests that wait for the clock, or for ever. */
  #waiting = 0;
  #generation = 0;
  readonly #beyond: boolean;

  /** @param sentOnDisk whether the journal holds an intent as SENT */
  constructor(
    scene: Scene,
    private readonly clock: Clock,
    private readonly sentOnDisk: (intent: string) => boolean,
  ) {
    const { start, change, seed } = scene;
    this.#beyond = scene.beyond;
    const wave = (token: TokenName, at: number): number => {
      const usd = USD[token.split(".")[0] ?? ""];
      return usd === undefined ? 1 : usd * (1 + 0.05 * Math.sin(at / 1_700_000 + usd));
    };
    this.sandbox = createSandbox({
      profile: testProfile(seed),
      clock,
      registry,
      seed,
      keySeed: seed,
      market: { tokens: KNOWN_TOKENS.map(({ name }) => name), priceAt: wave },
      teams: [{ name: TEAM }],
      rateLimits: "off",
      settings: { allowCrossChain: scene.crossChain, minTradesPerDay: scene.minimum },
      competitions:
        change === null
          ? [{ startIn: 0 }]
          : [{ startIn: 0, duration: change.ends - start }, { startIn: change.begins - start }],
    });
    const [team] = this.sandbox.teams;
    this.teamId = team?.teamId ?? "";
    const { faults } = this.sandbox;
    faults.set(scene.faults);
    clock.at(scene.calmFrom, () => faults.set(null));
  }

  /** The key that is valid now. */
  get key(): string {
    return this.sandbox.keyOf(this.teamId);
  }

  /** Whether requests wait for the clock. */
  get waiting(): boolean {
    return this.#waiting > 0;
  }

  /** What is not answered by now waits for the clock. */
  age(): void {
    this.#waiting += this.young;
    this.young = 0;
    this.#generation++;
  }

  /** The way of the bot's requests to it. */
  transport(): Transport {
    return handlerTransport((request) => {
      this.requests++;
      if (request.path === "/api/trade/execute") this.#note(request.body ?? "");
      const asked = this.clock.now();
      return this.#counted(async () => {
        const answer = await this.sandbox.handle(request);
        if (request.path.startsWith("/api/account/trades")) this.#listed(answer.body, asked);
        return answer;
      });
    });
  }

  /** A trade by other hands on the same account; what is refused is no matter. */
  tradeByHand(body: Readonly<Record<string, string>>): Promise<void> {
    return this.#post("/api/trade/execute", body);
  }

  /** Every trade that was made, oldest first, with the reason that was sent with it. */
  trades(): readonly Trade[] {
    const made = this.sandbox.faults.trades(this.teamId);
    return made.map(({ trade, reasonSent }) => ({ ...trade, reason: reasonSent }));
  }

  async #post(path: string, body: Readonly<Record<string, string>>): Promise<void> {
    const headers = { authorization: `Bearer ${this.key}`, "content-type": "application/json" };
    const request = { method: "POST", path, headers, body: JSON.stringify(body) };
    // Its answer may be lost like any other.
    await this.#counted(() => this.sandbox.handle(request)).catch(() => undefined);
  }

  async #counted<T>(work: () => Promise<T>): Promise<T> {
    const generation = this.#generation;
    this.young++;
    try {
      return await work();
    } finally {
      if (generation === this.#generation) this.young--;
      else this.#waiting--;
    }
  }

  /** An empty list says nothing of delays: it does not count where a trade is known. */
  #listed(body: string, asked: number): void {
    if (!this.#beyond || !body.includes('"id"')) return;
    for (const { trade } of this.sandbox.faults.trades(this.teamId))
      if (trade.at + MODELLED_DELAYS.listed <= asked && !this.overdue.has(trade.id) && !body.includes(trade.id))
        this.overdue.set(trade.id, asked);
  }

  #note(body: string): void {
    const { reason } = JSON.parse(body) as { reason: string };
    const intent = readMarker(reason)?.intentId ?? "";
    this.sent.push({ intent, at: this.clock.now(), onDisk: this.sentOnDisk(intent) });
  }
}
