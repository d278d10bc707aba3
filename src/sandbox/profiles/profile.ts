import type { FastifyInstance, FastifyServerOptions } from "fastify";
import type { Clock } from "../../core/time/clock.js";
import type { JsonValue } from "../../core/json.js";
import type { MaybePromise } from "../../core/maybe.js";
import type { Operation, OperationId } from "../../contract/index.js";
import type { RateLimit } from "../../model/rules.js";
import type { TokenRegistry } from "../../model/token-registry.js";
import type { Exchange, ExchangeOptions } from "../../venue/index.js";
import type { ApiKeys } from "../api-keys.js";
import type { SandboxAnswer } from "../exchanged.js";
import type { SandboxMarket, SandboxOptions } from "../options.js";
import type { ProfileName } from "./names.js";

/** One way in which the service behaves: as its interface is written, or as a deployment of it was observed. */
export interface Profile {
  readonly name: ProfileName;
  /** How long a price is repeated where the options do not say, milliseconds. */
  readonly priceCacheMs: number;
  /** The exchange's behaviour, where it is not the usual one. */
  readonly exchange: Pick<ExchangeOptions, "checks" | "emptyBeforeStart">;
  /** A team's metadata until it sends some. */
  readonly newMetadata: JsonValue;
  readonly http: HttpProfile;
  /** The tokens that the exchange knows, with their prices. */
  tokens(registry: TokenRegistry, market: SandboxMarket): TradedTokens;
  /** The service over an exchange. */
  serve(parts: ServiceParts): Service;
  /** The answer to a request that failed with this error; null where the error is a defect of the sandbox. */
  errorAnswer(error: unknown, id: OperationId | null): SandboxAnswer | null;
}

export interface TradedTokens {
  readonly registry: TokenRegistry;
  readonly market: SandboxMarket;
}

/** How requests are read from HTTP. */
export interface HttpProfile {
  readonly options: Pick<FastifyServerOptions, "exposeHeadRoutes" | "routerOptions">;
  /** Whether the key is checked before the body is read, or after. */
  readonly admitsOn: "onRequest" | "preHandler";
  parseBodies(app: FastifyInstance): void;
  /** Adds what is served besides the operations. */
  addRoutes(app: FastifyInstance, service: Pick<Service, "version">, clock: Clock): void;
}

export interface ServiceParts {
  readonly exchange: Exchange;
  readonly keys: ApiKeys;
  readonly clock: Clock;
  readonly rateLimits: readonly RateLimit[];
  readonly options: Pick<SandboxOptions, "restrictedLeaderboard" | "closeAfterEnd" | "priceChainCase">;
}

/** What a request brings: the parsed query string and the parsed body, undefined where it has none. */
export interface Sent {
  readonly query: unknown;
  readonly body: unknown;
}

/** The service without its transport. */
export interface Service {
  readonly version: string;
  /** The team whose request it is. Throws what `errorAnswer` knows, as `answer` does. */
  admit(operation: Operation, authorization: string | undefined): string;
  /** The JSON text that answers an admitted request; `teamId` is "" where the operation needs no key. */
  answer(id: OperationId, teamId: string, sent: Sent): MaybePromise<string>;
  /** Forgets what the service holds in memory only, as a restart does. */
  restart(): void;
}
