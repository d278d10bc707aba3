import { seededRandom } from "../../src/core/random.js";
import { silentLog } from "../../src/core/log.js";
import { Secrets } from "../../src/core/secrets.js";
import { SimulatedClock } from "../../src/core/time/simulated-clock.js";
import { createEngine, type Engine, type EnginePorts } from "../../src/engine/index.js";
import type { EngineSettings } from "../../src/engine/settings.js";
import { createGateway } from "../../src/gateway/index.js";
import type { Trade } from "../../src/model/trade.js";
import {
  createSandbox,
  type FaultEntry,
  type Sandbox,
  type SandboxAnswer,
  type SandboxRequest,
} from "../../src/sandbox/index.js";
import type { Strategy } from "../../src/strategy/define.js";
import { noGuard } from "../../src/strategy/guard.js";
import { instantLane } from "../gateway/limits/instant-lane.js";
import { handlerTransport } from "../support/handler-transport.js";
import { testProfile } from "../support/profile.js";
import { MemoryJournal } from "../support/memory-journal/memory-journal.js";
import { bound, flush, registry, SETTINGS, START, usualPrice } from "./world.js";

/** A bot that competes in the sandbox, over the real gateway, in this process and on one simulated clock. */
export interface SandboxBot {
  readonly clock: SimulatedClock;
  readonly sandbox: Sandbox;
  readonly journal: MemoryJournal;
  readonly teamId: string;
  /** A start of the bot, of those that share the journal. */
  start(): Engine;
  /** Every trade that was made, oldest first. */
  made(): readonly Trade[];
  pass(ms: number): Promise<void>;
}

export interface SandboxBotOptions {
  readonly strategies: readonly Strategy[];
  readonly faults?: readonly FaultEntry[];
  readonly settings?: Partial<EngineSettings>;
  /** What the bot is given in place of the service's answer; what it throws is a lost connection. */
  readonly reshape?: (request: SandboxRequest, answer: SandboxAnswer) => SandboxAnswer;
}

export function sandboxBot({ strategies, faults = [], settings = {}, reshape }: SandboxBotOptions): SandboxBot {
  const clock = new SimulatedClock(START);
  const tokens = registry.list().map(({ name }) => name);
  const market = { tokens, priceAt: usualPrice };
  const plan = { seed: "test", faults };
  const sandbox = createSandbox({
    ...{ profile: testProfile(), clock, registry, market, rateLimits: "off", faults: plan },
    ...{ seed: "s", keySeed: "k" },
  });
  const [team] = sandbox.teams;
  if (team === undefined) throw new Error("the sandbox has no team");
  const journal = new MemoryJournal("test");
  const bot: SandboxBot = {
    clock,
    sandbox,
    journal,
    teamId: team.teamId,
    start() {
      const gateway = createGateway({
        baseUrl: "http://service.invalid",
        key: team.apiKey,
        clock,
        wall: clock,
        registry,
        log: silentLog,
        secrets: new Secrets(),
        random: seededRandom("gateway"),
        limits: { overrides: { trade: "off", price: "off", account: "off", all: "off", each: "off" } },
        lane: instantLane,
        transport: handlerTransport(async (request) => {
          const answer = await sandbox.handle(request);
          return reshape?.(request, answer) ?? answer;
        }),
      });
      const ports: EnginePorts = {
        clock,
        venue: gateway,
        journal,
        journalId: "test",
        knowsIntent: (id) => journal.knowsIntent(id),
        ownerOfTrade: (trade) => journal.ownerOfTrade(trade),
        recover: (id) => journal.recover(id),
        log: silentLog,
        seed: "seed",
        registry,
        strategies: strategies.map(bound),
        settings: { ...SETTINGS, ...settings },
        run: { id: `run-${journal.runs.length + 1}`, version: "0", config: {} },
        guard: noGuard,
      };
      return createEngine(ports);
    },
    made: () => sandbox.exchange.trades(team.teamId).toReversed(),
    async pass(ms) {
      await clock.drive(clock.now() + ms, flush);
      await flush();
    },
  };
  return bot;
}
