import { silentLog } from "../../src/core/log.js";
import { Secrets } from "../../src/core/secrets.js";
import { SimulatedClock } from "../../src/core/time/simulated-clock.js";
import { nextTurn, systemClock } from "../../src/core/time/system-clock.js";
import { backtest } from "../../src/backtest/backtest.js";
import type { BacktestResult } from "../../src/backtest/result/result.js";
import { closedWorldSettings } from "../../src/backtest/plan/engine-settings.js";
import { journalIdOf } from "../../src/backtest/plan/run-id.js";
import { createEngine, type Engine, type EngineSettings } from "../../src/engine/index.js";
import { createGateway, httpTransport, parseBaseUrl, type Transport } from "../../src/gateway/index.js";
import { ColumnJournal } from "../../src/journal/index.js";
import type { EngineEvent } from "../../src/model/event.js";
import type { TokenRegistry } from "../../src/model/token-registry.js";
import { createSandbox } from "../../src/sandbox/index.js";
import type { BoundStrategy } from "../../src/strategy/bind/bind.js";
import { noGuard } from "../../src/strategy/guard.js";
import type { Tape } from "../../src/tape/index.js";
import { testProfile } from "../support/profile.js";
import { DEFAULT_SETTINGS, type CompetitionSettings } from "../../src/venue/index.js";

/** One competition, to be run in both worlds. */
export interface Scene {
  readonly tape: Tape;
  readonly registry: TokenRegistry;
  readonly strategies: readonly BoundStrategy[];
  readonly from: number;
  readonly to: number;
  readonly seed: string;
  readonly competition: Partial<CompetitionSettings>;
  readonly settings: Partial<EngineSettings>;
}

const TEAM = "Parity";
const CUP = "Parity Cup";

/** What a backtest left. */
interface TestedRun {
  readonly journal: ColumnJournal;
  readonly result: BacktestResult;
  readonly events: readonly EngineEvent[];
}

/** The scene as a backtest without latency. */
export async function inBacktest(scene: Scene): Promise<TestedRun> {
  const journal = new ColumnJournal();
  const events: EngineEvent[] = [];
  const names = { team: TEAM, competitionName: CUP };
  const onEvent = (event: EngineEvent): void => void events.push(event);
  const result = await backtest({ ...scene, ...names, journal, latency: 0, limits: "off", onEvent });
  return { journal, result, events };
}

/** What a bot over HTTP left. */
export interface LiveRun {
  readonly journal: ColumnJournal;
  readonly events: readonly EngineEvent[];
  readonly requests: number;
  /** Trades as the service lists them, oldest first. */
  readonly trades: readonly { readonly id: string; readonly reason: string | null }[];
}

/**
 * The scene live: a bot with the gateway, and the service on 127.0.0.1, over HTTP; both on one simulated clock, which
 * goes on only when no request is in flight. Rate limits are off: they would have to wait for that clock.
 *
 * @param runId of the backtest, so that both give the same names
 */
export async function overHttp(scene: Scene, runId: string): Promise<LiveRun> {
  const { tape, registry, from, to, seed } = scene;
  const clock = new SimulatedClock(from);
  const profile = testProfile();
  const sandbox = createSandbox({
    ...{ clock, registry, seed, rateLimits: "off", settings: scene.competition, profile },
    // A backtest asks the tape anew each time.
    priceCacheMs: 0,
    market: {
      tokens: tape.tracks.map(({ token }) => token.name),
      priceAt: (token, at) => tape.market().priceAt(token, at),
    },
    teams: [{ name: TEAM }],
    // On `deployed` no price can be read once the competition is over, so the last equity point needs it to last.
    competitions: [{ name: CUP, startIn: 0, duration: to - from + (profile === "deployed" ? 1 : 0) }],
  });
  const url = await sandbox.listen(0);
  const secrets = new Secrets();
  const flight = counted(httpTransport(parseBaseUrl(url)));
  const gateway = createGateway({
    ...{
      baseUrl: url,
      key: sandbox.teams[0]?.apiKey ?? "",
      clock,
      wall: systemClock,
      registry,
      log: silentLog,
      secrets,
    },
    limits: { overrides: { trade: "off", price: "off", account: "off", all: "off", each: "off" } },
    transport: flight.transport,
  });
  const journal = new ColumnJournal();
  try {
    await gateway.connect();
    const engine = createEngine({
      ...{ clock, wall: systemClock, venue: gateway, journal, journalId: journalIdOf(seed, runId), seed, registry },
      ...{ strategies: scene.strategies, log: silentLog, guard: noGuard, recover: () => null, history: [tape] },
      settings: liveSettings(scene),
      run: { id: runId, version: "", config: {}, rehearsal: true },
    });
    const events: EngineEvent[] = [];
    engine.subscribe((event) => events.push(event));
    clock.at(to, () => engine.stop("The competition is over"));
    await drive(clock, engine, flight.inFlight);
    await engine.events.delivered();
    const team = sandbox.teams[0]?.teamId ?? "";
    return { journal, events, requests: flight.sent(), trades: sandbox.exchange.trades(team).toReversed() };
  } finally {
    await gateway.close();
    await sandbox.close();
  }
}

/** Those of the backtest: what is pointless in a closed world would only be asked for more often over HTTP. */
function liveSettings({ tape, from, competition, settings }: Scene): EngineSettings {
  const rules = { ...DEFAULT_SETTINGS, ...competition };
  const world = { from, interval: tape.interval, houseTeams: false, latency: 0, competition: rules, limits: [] };
  return closedWorldSettings(world, settings);
}

/** A transport that knows how many requests are on their way. */
function counted(inner: Transport): { transport: Transport; inFlight: () => number; sent: () => number } {
  let inFlight = 0;
  let sent = 0;
  const done = (): void => {
    inFlight--;
  };
  return {
    transport: {
      origin: inner.origin,
      send(request) {
        inFlight++;
        sent++;
        const sending = inner.send(request);
        sending.answer.then(done, done);
        return sending;
      },
      close: () => inner.close(),
    },
    inFlight: () => inFlight,
    sent: () => sent,
  };
}

/** Runs the engine to its end; the clock goes on only when nothing is in flight and every promise has had its turn. */
async function drive(clock: SimulatedClock, engine: Engine, inFlight: () => number): Promise<void> {
  const run = { over: false };
  const ended = engine.run().then(() => (run.over = true));
  const settled = async (): Promise<void> => {
    do await nextTurn();
    while (inFlight() > 0);
    // What the last answer set off may just have been sent.
    if (engine.busy()) {
      await nextTurn();
      if (inFlight() > 0) await settled();
    }
  };
  await settled();
  while (!run.over && clock.step()) if (engine.busy() || inFlight() > 0) await settled();
  await ended;
}
