import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { silentLog } from "../../../src/core/log.js";
import { seededRandom } from "../../../src/core/random.js";
import { Secrets } from "../../../src/core/secrets.js";
import { SimulatedClock } from "../../../src/core/time/simulated-clock.js";
import { createEngine, type Engine } from "../../../src/engine/index.js";
import { createGateway, type Gateway, type Transport } from "../../../src/gateway/index.js";
import { KeyFile } from "../../../src/gateway/keys/key-file.js";
import { isExit } from "../../../src/model/trade-risk.js";
import { createSandbox, type ProfileName, type Sandbox } from "../../../src/sandbox/index.js";
import { noGuard } from "../../../src/strategy/guard.js";
import { instantLane } from "../../gateway/limits/instant-lane.js";
import { emptyFolder } from "../../support/empty-folder.js";
import { MemoryJournal } from "../../support/memory-journal/memory-journal.js";
import { MINUTE, registry, SETTINGS, START, usualPrice } from "../world.js";
import type { Crowd } from "./crowd.js";
import type { Gate } from "./gate.js";
import { testProfile } from "../../support/profile.js";

/** A quote must be this young when its trade leaves, milliseconds. */
const QUOTE_MS = SETTINGS.execution.deadlineMs;

/** A trade may arrive so long after it was given up, milliseconds. */
const LATE_MS = SETTINGS.execution.settleMs / 2;

/** One bot after the other, on one journal and one key file, with the real gateway before a service in this process. */
export class Stage {
  readonly clock = new SimulatedClock(START);
  readonly journal = new MemoryJournal();
  readonly profile: ProfileName;
  readonly sandbox: Sandbox;
  readonly teamId: string;
  readonly competitionId: string;
  /** The markers of all trades that were sent, oldest first. */
  readonly sent: string[] = [];
  /** What the bots did that they must not. */
  readonly offences: string[] = [];
  /** The paths of all requests, oldest first. */
  readonly asked: string[] = [];
  readonly #keyFile = join(emptyFolder(), "key");
  readonly #quoted = new Map<string, number>();
  #trading = 0;

  /** @param duration of the competition, milliseconds */
  constructor(
    readonly seed: string,
    duration: number,
  ) {
    const { clock } = this;
    const market = { tokens: registry.list().map(({ name }) => name), priceAt: usualPrice };
    const competitions = [{ startIn: 0, duration }];
    this.profile = testProfile(seed);
    this.sandbox = createSandbox({
      profile: this.profile,
      clock,
      registry,
      seed,
      market,
      competitions,
      rateLimits: "off",
    });
    this.teamId = this.sandbox.teams[0]?.teamId ?? "";
    this.competitionId = this.sandbox.exchange.active()?.id ?? "";
    writeFileSync(this.#keyFile, this.sandbox.keyOf(this.teamId), { mode: 0o600 });
  }

  /** Whether the service answers nothing any more, as `deployed` after the end: no bot can begin, and nothing be settled. */
  get closed(): boolean {
    return this.profile === "deployed" && this.sandbox.exchange.active() === null;
  }

  async start(gate: Gate, strategies: Crowd): Promise<{ engine: Engine; gateway: Gateway }> {
    const { clock, journal, seed } = this;
    const secrets = new Secrets();
    const gateway = createGateway({
      ...{ baseUrl: "http://service.invalid", key: new KeyFile(this.#keyFile, secrets), secrets },
      ...{ clock, wall: clock, registry, log: silentLog, random: seededRandom(seed), lane: instantLane },
      limits: { overrides: { trade: "off", price: "off", account: "off", all: "off", each: "off" } },
      transport: this.#transport(gate),
    });
    await gateway.connect();
    const engine = createEngine({
      ...{ clock, venue: gateway, journal, journalId: "test", seed, registry, strategies, log: silentLog },
      ...{ recover: (id: string) => journal.recover(id), guard: noGuard },
      settings: {
        ...SETTINGS,
        ...{ wait: true, endDoubt: 5_000, balancesEvery: 3 * MINUTE, leaderboardEvery: 5 * MINUTE },
        risk: { drawdownStop: { share: 0.9 } },
      },
      run: { id: `run-${journal.runs.length + 1}`, version: "0", config: {} },
    });
    return { engine, gateway };
  }

  #transport(gate: Gate): Transport {
    const { clock } = this;
    return {
      origin: "http://service.invalid",
      close: () => Promise.resolve(),
      send: ({ method, path, headers, body }) => {
        this.asked.push(path);
        const trades = path === "/api/trade/execute";
        if (trades) this.#judge(body ?? "");
        let goneAt = Infinity;
        let abort!: (reason: Error) => void;
        const arrive = async () => {
          await gate.wait();
          // A trade that was given up may still arrive, no later than the settling time allows.
          if (clock.now() - goneAt > (trades ? LATE_MS : 0)) throw new Error("it was given up");
          const answer = await this.sandbox.handle({ method, path, headers, ...(body !== null && { body }) });
          // A new key is told a single time.
          if (!path.endsWith("reset-api-key")) await gate.wait();
          if (path.startsWith("/api/trade/quote?"))
            this.#quoted.set(pairOf(new URL(path, "http://x").searchParams), clock.now());
          return answer;
        };
        const answer = new Promise<Awaited<ReturnType<Sandbox["handle"]>>>((resolve, reject) => {
          abort = (reason) => {
            goneAt = clock.now();
            reject(reason);
          };
          arrive().then(resolve, reject);
        });
        if (trades) void answer.catch(() => undefined).then(() => this.#trading--);
        return { answer, abort };
      },
    };
  }

  /** A trade that leaves. */
  #judge(body: string): void {
    const fields = new URLSearchParams(JSON.parse(body) as Record<string, string>);
    const marker = (fields.get("reason") ?? "").slice(0, 13);
    const offend = (what: string): void => void this.offences.push(`${marker} ${what}`);
    if (this.sent.includes(marker)) offend("is sent twice");
    this.sent.push(marker);
    if (++this.#trading > 1) offend("is sent while another one is under way");
    const { intents } = this.journal;
    const own = intents.find(({ intent }) => intent.marker === marker);
    if (own?.state !== "SENT") offend(`is ${own?.state ?? "unknown"} in the journal when it leaves`);
    if (own === undefined) return;
    const { from, to } = own.intent;
    for (const { intent, state } of intents) {
      if (intent.marker === marker || !["SENT", "UNKNOWN", "CONFLICT"].includes(state)) continue;
      const tokens = [intent.from, intent.to];
      if (tokens.includes(from) || (tokens.includes(to) && !isExit(own.intent, registry)))
        offend(`is sent while ${intent.marker} is ${state} in ${tokens.join(" and ")}`);
    }
    const quotedAt = this.#quoted.get(pairOf(fields)) ?? -Infinity;
    if (this.clock.now() - quotedAt > QUOTE_MS) offend("is sent on no quote, or an old one");
  }
}

const pairOf = (fields: URLSearchParams): string =>
  ["fromToken", "toToken", "amount"].map((field) => fields.get(field)).join(" ");
