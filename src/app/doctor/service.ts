import { systemClock } from "../../core/time/system-clock.js";
import { toldOf } from "../../core/errors.js";
import { MINUTE } from "../../core/time/duration.js";
import { pairOf, tryReads, type UnusableRead } from "../../engine/timeouts/try-reads.js";
import type { Connection } from "../../gateway/connect.js";
import type { TokenRegistry } from "../../model/token-registry.js";
import type { BoundStrategy } from "../../strategy/bind/bind.js";
import { clockSkew, SET_THE_CLOCK } from "../clock-skew.js";
import { dueADay } from "../config/engine-settings.js";
import type { Config } from "../config/schema.js";
import { undueIn } from "../strategies/never-scheduled.js";
import type { World } from "../service-connection/connection.js";
import { fail, failed, findingOf, ok, warn, type Finding } from "./check.js";
import { checkLimits } from "./limits.js";

/** Milliseconds that each read may take: with its retries, and its turn by the rate limits. */
const READ_WITHIN = MINUTE;

/** What is there to be known of a service that a key opens. Stops at the first thing that makes the rest pointless. */
export async function checkService(
  { gateway, clock, speed }: World,
  strategies: readonly BoundStrategy[],
  config: Pick<Config, "service" | "competition" | "defaults" | "execution" | "risk">,
  registry: TokenRegistry,
): Promise<Finding[]> {
  const asked = systemClock.now();
  let connection: Connection;
  try {
    connection = await gateway.connect();
  } catch (error) {
    return [failed("service", error)];
  }
  const reached = ok("service", `version ${connection.health.version}, and the key is accepted`);
  const findings = [reached, checkSkew(connection, asked, speed), checkPart(connection)];
  const { active, competition } = connection.status;
  const span = { from: clock.now(), to: active ? (competition?.endAt ?? null) : null };
  findings.push(...undueIn(strategies, span).map(({ text, remedy }) => warn("schedules", text, remedy)));
  let { slippage } = config.defaults;
  let due = dueADay(config);
  const rules = await findingOf("rules", async () => {
    const { rateLimits, unread, slippage: said, minTradesPerDay } = await gateway.rules();
    slippage = said ?? slippage;
    due = minTradesPerDay ?? due;
    if (unread.length === 0) return ok("rules", `read, ${rateLimits.length} rate limits among them`);
    return warn(
      "rules",
      `could not be parsed: ${unread.join(" · ")}`,
      "They are ignored. Check whether they matter to you.",
    );
  });
  const limits = checkLimits(config, { strategies, registry, slippage, due });
  const tried = { pair: pairOf(strategies, registry), drawdownStop: config.risk.drawdownStop !== undefined, active };
  const unusable = await tryReads(gateway, { clock: systemClock, timeout: READ_WITHIN }, tried);
  return [...findings, asWarningBefore(rules), ...readFindings(unusable), ...limits];
}

/** One finding for each read whose answer cannot be used: a failure if nothing can be traded without it. */
function readFindings(unusable: readonly UnusableRead[]): Finding[] {
  if (unusable.length === 0) return [ok("reads", "all answers are usable")];
  return unusable.map(({ what, error, meaning, needed }) => {
    const { code, message, remedy } = toldOf(error);
    const text = `the ${what} cannot be used: ${message}. ${meaning}`;
    return needed ? fail("reads", text, remedy, code) : { ...warn("reads", text, remedy), code };
  });
}

function checkSkew({ health }: Connection, asked: number, speed: number): Finding {
  if (speed !== 1) return ok("clock", `the service's own, ${speed} times as fast`);
  const { text, far } = clockSkew(health.timestamp, asked, systemClock.now());
  return far ? warn("clock", text, SET_THE_CLOCK) : ok("clock", text);
}

function checkPart({ status }: Connection): Finding {
  const { active, competition, participating } = status;
  if (!active) return warn("competition", "none is active", "`contender upcoming` lists future competitions.");
  const name = competition?.name ?? "a competition";
  if (participating === false) {
    const text = `the team does not take part in ${name}`;
    return fail("competition", text, "Ask the organisers to add it.", "NOT_PARTICIPATING");
  }
  const part =
    participating === null ? "; the service does not report whether the team takes part" : ", and the team takes part";
  return ok("competition", `${name} is active${part}`);
}

/** Before a competition begins its rules cannot be read: that is no fault. */
function asWarningBefore(finding: Finding): Finding {
  if (finding.code !== "NO_COMPETITION") return finding;
  const text = "they can be read only while a competition is active";
  return { ...finding, status: "warn", text, remedy: "Until then the config's `defaults` apply." };
}
