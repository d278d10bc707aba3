import type { Log } from "../../core/log.js";
import { Secrets } from "../../core/secrets.js";
import { iso } from "../../core/time/utc.js";
import type { VenueCompetition } from "../../venue/index.js";
import { untilSignalled } from "../process/signals.js";
import { openStderrLog } from "../process/log.js";
import { sandboxPlan, type SandboxFlags } from "./flags.js";
import { openSandbox, type OpenSandbox } from "./open.js";

export type { SandboxFlags } from "./flags.js";

/** What a sandbox says when it is ready. */
export interface SandboxReady {
  readonly url: string;
  /** How it behaves. */
  readonly profile: OpenSandbox["sandbox"]["profile"];
  /** Its time, epoch milliseconds, and how fast it goes. */
  readonly clock: { readonly now: number; readonly speed: number };
  readonly competition: {
    readonly id: string;
    readonly name: string;
    readonly status: string;
    /** ISO 8601, of the sandbox's time; null until it has started, and until it has ended, as the service says it. */
    readonly startDate: string | null;
    readonly endDate: string | null;
  };
  readonly teams: OpenSandbox["sandbox"]["teams"];
}

/**
 * Runs the service alone, until it is told to end by a signal; `onReady` is called when it
 * listens, with what it is, and where its prices come from ("synthetic" where they are made up).
 */
export async function runSandbox(
  flags: SandboxFlags,
  onReady: (ready: SandboxReady, market: string) => void,
): Promise<void> {
  const { config, registry, path } = sandboxPlan(flags);
  const log = await openStderrLog("info", new Secrets());
  const open = openSandbox(config, { registry, log, path });
  log.useClock(open.clock);
  // What begins while it comes to listen is told too.
  tellTransitions(open, log);
  const url = await open.sandbox.listen(config.port, flags.host);
  // Who is told that it is ready may end it at once.
  const signalled = untilSignalled();
  onReady(readyOf(open, url, config.speed), open.market.label);
  log.info(`Price source: ${open.market.label}`, { url });
  if (config.faults !== undefined) log.info("A fault plan is active", { faults: path(config.faults) });
  const signal = await signalled;
  log.info(`${signal}: stopping the sandbox`);
  if (config.faults !== undefined) log.info("Injected faults", open.sandbox.faults.counts());
  await open.close();
}

function tellTransitions({ sandbox }: OpenSandbox, log: Log): void {
  sandbox.exchange.onTransition((competition) => {
    log.info(`${competition.name} is ${competition.state}`, { competition: competition.id });
  });
}

function readyOf({ sandbox, clock }: OpenSandbox, url: string, speed: number): SandboxReady {
  const first = sandbox.exchange.competitions()[0] as VenueCompetition;
  const when = (at: number | null): string | null => (at === null ? null : iso(at));
  const { id, name, state, startAt, endAt } = first;
  return {
    url,
    profile: sandbox.profile,
    clock: { now: clock.now(), speed },
    competition: { id, name, status: state.toUpperCase(), startDate: when(startAt), endDate: when(endAt) },
    teams: sandbox.teams,
  };
}
