import type { FastifyInstance } from "fastify";
import { freshSeed, seededRandom } from "../core/random.js";
import { silentLog } from "../core/log.js";
import { Exchange, houseTeams, marketPrices, type Registration } from "../venue/index.js";
import { ApiKeys } from "./api-keys.js";
import type { SandboxAnswer, SandboxRequest, Serve } from "./exchanged.js";
import { Availability } from "./faults/availability.js";
import { Faults, type FaultControl } from "./faults/faults.js";
import { deliver } from "./faults/in-process.js";
import { misbehaveOverHttp } from "./faults/over-http.js";
import { rateLimitsOf, type SandboxCompetition, type SandboxOptions } from "./options.js";
import type { ProfileName } from "./profiles/names.js";
import type { Profile } from "./profiles/profile.js";
import { createServer } from "./server.js";
import { addressesOf } from "./addresses.js";
import { ContenderError, messageOf } from "../core/errors.js";
import { deployedProfile } from "./profiles/deployed.js";
import { documentProfile } from "./profiles/document.js";

const PROFILES: Readonly<Record<ProfileName, Profile>> = {
  document: documentProfile,
  deployed: deployedProfile,
};

/** The sandbox cannot listen on the given address and port. */
class SandboxListenError extends ContenderError {
  readonly code = "SANDBOX_LISTEN";

  constructor(host: string, port: number, cause: unknown) {
    super(`The sandbox cannot listen on ${host}:${port}: ${messageOf(cause)}`, {
      cause,
      remedy: "Use another port (0 takes a free one), or an address of this machine.",
    });
  }
}

/** A team with the key that it was given first. */
interface SandboxTeam {
  readonly name: string;
  readonly teamId: string;
  readonly apiKey: string;
}

/** The embedded service. */
export interface Sandbox {
  readonly profile: ProfileName;
  /** The operator's functions: start, end, deactivate, announce. */
  readonly exchange: Exchange;
  readonly teams: readonly SandboxTeam[];
  /** The injected faults. */
  readonly faults: FaultControl;
  /** Registers another team and gives it a key. */
  addTeam(registration: Registration): SandboxTeam;
  /**
   * Serves HTTP, on each address of `localhost`; returns the base URL. Port 0 takes a free one. Throws
   * SandboxListenError.
   */
  listen(port: number, host?: string): Promise<string>;
  /** The currently valid key of a team. Throws TeamError for an unknown team. */
  keyOf(teamId: string): string;
  /**
   * Answers a request in process, as over HTTP. Rejects with ConnectionLostError if a fault breaks the connection, and
   * waits on the sandbox's clock if a fault delays it.
   */
  handle(request: SandboxRequest): Promise<SandboxAnswer>;
  /**
   * Forgets state that the service holds only in memory: request counts, and in the profile `deployed` the keys of
   * deactivated teams.
   */
  restart(): void;
  /** Ends timers and connections. */
  close(): Promise<void>;
}

/** Builds the service: its exchange, its teams and competitions. It listens after a call of `listen`. */
export function createSandbox(options: SandboxOptions): Sandbox {
  const { clock, log = silentLog, seed = freshSeed() } = options;
  const profile = PROFILES[options.profile ?? "document"];
  const { market, exchange, keys, service } = serviceOf(profile, { ...options, seed });
  const server = createServer({ service, profile, clock, log, requestMs: options.requestMs });
  const restart = (): void => service.restart();
  const rateLimits = rateLimitsOf(options);
  const faults = new Faults({ clock, exchange, keys, rateLimits, restart }, options.faults ?? null);
  const serve = serveBy(server);
  misbehaveOverHttp(server, faults, serve);
  const doors = new Availability(server.server, faults, log);
  const addTeam = (registration: Registration): SandboxTeam => {
    const { id, name } = exchange.addTeam({ metadata: profile.newMetadata, ...registration });
    return { name, teamId: id, apiKey: keys.issue(id) };
  };
  const teams = registrations(options.teams ?? 1).map(addTeam);
  const house = options.houseTeams ? houseTeams(exchange, { seed, tokens: market.tokens, log }) : null;
  const members = [...teams.map(({ teamId }) => teamId), ...(house?.teams ?? []).map(({ id }) => id)];
  announce(exchange, options.competitions ?? [{ startIn: 0 }], members);
  return {
    profile: profile.name,
    exchange,
    teams,
    faults,
    addTeam,
    keyOf: (teamId) => keys.of(exchange.team(teamId).id),
    async listen(port, host = "127.0.0.1") {
      try {
        const [address = host, ...more] = await addressesOf(host);
        const url = await server.listen({ port, host: address });
        await doors.attend(more);
        return url;
      } catch (cause) {
        throw new SandboxListenError(host, port, cause);
      }
    },
    async handle(request) {
      const met = faults.meet(request);
      if (met === null) return serve(request);
      return deliver(await faults.follow(met, request, serve), request, clock, faults.closed);
    },
    restart,
    async close() {
      house?.close();
      doors.leave();
      faults.close();
      exchange.close();
      await server.close();
    },
  };
}

/** The service of a profile, and what it is made of. */
function serviceOf(profile: Profile, options: SandboxOptions & { readonly seed: string }) {
  const { clock, log = silentLog, seed, keySeed } = options;
  const { registry, market } = profile.tokens(options.registry, options.market);
  const exchange = new Exchange({
    clock,
    registry,
    prices: marketPrices(market, clock),
    seed,
    defaults: options.settings,
    priceCacheMs: options.priceCacheMs ?? profile.priceCacheMs,
    ...profile.exchange,
    log,
  });
  const keys = new ApiKeys(keySeed === undefined ? null : seededRandom(`${keySeed}/keys`));
  const service = profile.serve({ exchange, keys, clock, rateLimits: rateLimitsOf(options), options });
  return { market, exchange, keys, service };
}

/** As it should be, without a socket. */
function serveBy(server: FastifyInstance): Serve {
  return async ({ method, path, headers = {}, body }) => {
    const answer = await server.inject({ method: method as "GET", url: path, headers, payload: body });
    const named = Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as const);
    return { status: answer.statusCode, headers: Object.fromEntries(named), body: answer.body };
  };
}

function registrations(teams: number | readonly Registration[]): readonly Registration[] {
  if (typeof teams !== "number") return teams;
  return Array.from({ length: teams }, (_, i) => ({ name: `Team ${i + 1}`, email: `team-${i + 1}@sandbox.invalid` }));
}

/** Announces the competitions, every team in each of them, or closes the exchange where one of them cannot be. */
function announce(exchange: Exchange, competitions: readonly SandboxCompetition[], teams: readonly string[]): void {
  try {
    announceAll(exchange, competitions, teams);
  } catch (error) {
    // Those before it have timers already.
    exchange.close();
    throw error;
  }
}

/** The first that is due starts at once, the others in their time. */
function announceAll(exchange: Exchange, competitions: readonly SandboxCompetition[], teams: readonly string[]): void {
  const now = exchange.clock.now();
  let due: string | null = null;
  for (const [index, competition] of competitions.entries()) {
    const { startIn, duration, settings } = competition;
    const { id } = exchange.createCompetition({
      name: competition.name ?? `Sandbox ${index + 1}`,
      description: competition.description ?? "A competition of the embedded sandbox",
      teams,
      settings,
      startAt: startIn === undefined ? undefined : now + Math.max(0, startIn),
      durationMs: duration,
    });
    if (startIn !== undefined && startIn <= 0) due ??= id;
  }
  if (due !== null) void exchange.start(due);
}
