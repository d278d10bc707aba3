import { ContenderError } from "../../core/errors.js";
import type { TokenRegistry } from "../../model/token-registry.js";
import type { BoundStrategy } from "../../strategy/bind/bind.js";
import { dueADay } from "../config/engine-settings.js";
import { openConfig } from "../config/find.js";
import { insecureWarning } from "../config/insecure.js";
import type { Config } from "../config/schema.js";
import { registryOf } from "../config/registry.js";
import { exitCodeOf, type ExitCode } from "../exit-codes.js";
import { openCommandSession, type CommandSession } from "../command-session.js";
import { loadStrategies } from "../strategies/load.js";
import { startReach } from "../strategies/reach.js";
import { liveWorld } from "../service-connection/live.js";
import type { World } from "../service-connection/connection.js";
import { failed, findingOf, ok, warn, type Finding, fail } from "./check.js";
import { checkDataFolder, checkJournal } from "./data-folder.js";
import { checkLimits } from "./limits.js";
import { checkSandbox } from "./sandbox.js";
import { checkService } from "./service.js";
import { checkTeam } from "./team.js";
import { neededNode } from "../package.js";

export type { Finding } from "./check.js";

interface Diagnosis {
  readonly findings: readonly Finding[];
  /** 0 if nothing failed. */
  readonly exitCode: ExitCode;
}

/** Checks everything a bot needs, and continues after a failure as far as that makes sense. */
export async function examine(config: string | undefined): Promise<Diagnosis> {
  const findings: Finding[] = [checkNode()];
  try {
    const loaded = openConfig(config);
    findings.push(
      ok("config", loaded.file),
      ...(await examineConfig(await openCommandSession(loaded, config, "error"))),
    );
  } catch (error) {
    findings.push(failed("config", error));
  }
  return { findings, exitCode: exitCode(findings) };
}

async function examineConfig(session: CommandSession): Promise<Finding[]> {
  const { loaded } = session;
  const data = loaded.path(loaded.config.data);
  const registry = registryOf(loaded.config.tokens);
  let strategies: readonly BoundStrategy[] = [];
  return [
    await findingOf("strategies", () => {
      strategies = loadStrategies(loaded, startReach(loaded, registry));
      if (strategies.length > 0) return ok("strategies", strategies.map(({ name }) => name).join(", "));
      return warn("strategies", "the config has none", "`contender start` needs at least one in `strategies`.");
    }),
    await findingOf("data folder", () => checkDataFolder(data)),
    await findingOf("journal", () => checkJournal(data)),
    ...(await examineService(session, registry, strategies)),
  ];
}

async function examineService(
  session: CommandSession,
  registry: TokenRegistry,
  strategies: readonly BoundStrategy[],
): Promise<Finding[]> {
  const { config, path } = session.loaded;
  const { sandbox, baseUrl = "", keyFile } = config.service;
  if (sandbox !== undefined)
    return [
      ...checkSandbox(sandbox, registry, path, strategies),
      ...checkLimits(config, { strategies, registry, slippage: sandbox.slippage, due: dueADay(config) }),
    ];
  let world: World;
  try {
    world = await liveWorld({ ...session, registry }, baseUrl);
  } catch (error) {
    // Under `clock.speed` the service is asked for its time at once: that it does not answer is no fault of the key.
    const ofKey = error instanceof ContenderError && error.code.startsWith("KEY_");
    return [failed(ofKey ? "key" : "service", error)];
  }
  try {
    const where = keyFile === undefined ? "from the environment" : "from a file that only its owner can read";
    const service = await checkService(world, strategies, config, registry);
    const reached = service.some(({ check, status }) => check === "service" && status === "ok");
    const team = reached ? await checkTeam(path(config.data), world.gateway) : [];
    return [ok("key", where), ...checkEncryption(config), ...service, ...team];
  } finally {
    await world.close();
  }
}

function checkEncryption(config: Config): Finding[] {
  const text = insecureWarning(config);
  return text === null ? [] : [warn("encryption", text, "Ask the organisers for an https:// address.")];
}

function exitCode(findings: readonly Finding[]): ExitCode {
  const failure = findings.find(({ status }) => status === "fail");
  return failure === undefined ? 0 : exitCodeOf(failure.code);
}

/** Whether this Node is one that Contender runs on. */
function checkNode(): Finding {
  const version = process.versions.node;
  const needed = neededNode();
  const [least = "0"] = /\d+(\.\d+)*/.exec(needed) ?? [];
  if (version.localeCompare(least, "en", { numeric: true }) >= 0)
    return ok("Node.js", `${version} (required: ${needed})`);
  return fail("Node.js", `${version} is too old`, `Install Node.js ${least} or later.`);
}
