import type { Answer, Body } from "../contract/index.js";
import { checkArguments } from "../core/arguments.js";
import type { TeamProfile } from "../model/competition.js";
import type { LimitsLeft } from "../model/limits-left.js";
import type { RateLimit } from "../model/rules.js";
import type { AsyncReads, CallOptions, Venue } from "../model/venue.js";
import { Assembly } from "./assembly.js";
import { connect, type Connection } from "./connect.js";
import { executeTrade } from "./execute.js";
import type { EffectiveLimits } from "./limits/settings.js";
import { toProfile } from "./to-model.js";
import type { GatewayOptions } from "./options.js";
import { GATEWAY_OPTIONS, RATE_LIMITS } from "./options-schema.js";
import { createReads } from "./reads.js";
import { createScope } from "./scope.js";

/** The service, as a venue, and what else it offers. */
export interface Gateway extends AsyncReads, Omit<Venue, keyof AsyncReads> {
  /** To be called first: looks what answers there, and ends an interrupted rotation of the key. */
  connect(): Promise<Connection>;
  health(options?: CallOptions): Promise<Answer<"getHealth">>;
  detailedHealth(options?: CallOptions): Promise<Answer<"getDetailedHealth">>;
  updateProfile(change: Body<"updateProfile">, options?: CallOptions): Promise<TeamProfile>;
  /** Rotates the key: when it resolves, the new key is on disk and has worked. */
  resetKey(): Promise<void>;
  /** The limits of rules; `rules()` calls it with what it reads. */
  setLimits(rateLimits: readonly RateLimit[]): void;
  /** The limits that are kept now. */
  limits(): EffectiveLimits;
  /** Ends what waits and what is in flight. */
  close(): Promise<void>;
}

/**
 * Makes a venue of the service; nothing is sent yet. Throws ArgumentError, BaseUrlError, KeySourceError, SpentFileError.
 *
 * ```ts
 * const gateway = createGateway({
 *   baseUrl: "https://competition.example.org",
 *   key: process.env["CONTENDER_API_KEY"] ?? "",
 *   ...{ clock: systemClock, wall: systemClock, steady: machineClock(), boot: bootId() },
 *   ...{ registry: new TokenRegistry(KNOWN_TOKENS), log: silentLog, secrets: new Secrets() },
 * });
 * await gateway.connect();
 * const quote = await gateway.quote({ from: "USDC.eth", to: "WETH.eth", amount: new Decimal(1000) });
 * await gateway.close();
 * ```
 */
export function createGateway(options: GatewayOptions): Gateway {
  checkArguments("createGateway", GATEWAY_OPTIONS, options);
  const { registry, clock } = options;
  const assembly = new Assembly(options);
  const { pipeline } = assembly;
  const reads = createReads({ pipeline, registry, clock, onRules: (rules) => assembly.setLimits(rules.rateLimits) });
  let executes = 0;
  return {
    ...reads,
    async execute(request, callOptions) {
      executes++;
      const result = await executeTrade(pipeline, registry, request, callOptions);
      // What was read meanwhile may be of before the trade.
      executes++;
      return result;
    },
    scope: () => createScope(reads, () => executes),
    limitsLeft: () => limitsLeft(assembly),
    tradeRoomIn: () => assembly.tradeRoomIn(),
    connect: () => connect(pipeline, () => assembly.recoverKey()),
    health: (callOptions) => pipeline.call("getHealth", {}, callOptions),
    detailedHealth: (callOptions) => pipeline.call("getDetailedHealth", {}, callOptions),
    updateProfile: async (body, callOptions) => toProfile(await pipeline.call("updateProfile", { body }, callOptions)),
    resetKey: () => assembly.rotateKey(),
    setLimits(rateLimits) {
      checkArguments("setLimits", RATE_LIMITS, rateLimits);
      assembly.setLimits(rateLimits);
    },
    limits: () => assembly.limits,
    close: () => assembly.close(),
  };
}

/** A request of a scope counts for `all` too. */
function limitsLeft(assembly: Assembly): LimitsLeft {
  const all = assembly.left("all");
  const least = (left: number | null): number | null =>
    left === null || all === null ? (left ?? all) : Math.min(left, all);
  return {
    trade: least(assembly.left("trade")),
    price: least(assembly.left("price")),
    account: least(assembly.left("account")),
    all,
  };
}
