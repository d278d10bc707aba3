import { systemClock } from "../../core/time/system-clock.js";
import type { TokenRegistry } from "../../model/token-registry.js";
import type { BoundStrategy } from "../../strategy/bind/bind.js";
import type { SandboxConfig } from "../config/schema.js";
import { readFaultPlan } from "../sandbox/fault-file.js";
import { marketOf, spanOf } from "../sandbox/market.js";
import { checkPriced } from "../sandbox/open.js";
import { settingsOf } from "../sandbox/settings.js";
import { undueIn } from "../strategies/never-scheduled.js";
import { failed, ok, warn, type Finding } from "./check.js";

/** What is there to be known of an embedded sandbox, as if it were started now. */
export function checkSandbox(
  config: SandboxConfig,
  registry: TokenRegistry,
  path: (relative: string) => string,
  strategies: readonly BoundStrategy[],
): Finding[] {
  try {
    if (config.faults !== undefined) readFaultPlan(path(config.faults));
    const found = marketOf(config, registry, path, systemClock.now());
    checkPriced(settingsOf(config).startBalances, found.market, registry);
    const span = spanOf(config, found);
    const undue = undueIn(strategies, span).map(({ text, remedy }) => warn("schedules", text, remedy));
    return [ok("service", "the embedded sandbox, which runs with the bot"), ...undue];
  } catch (error) {
    return [failed("service", error)];
  }
}
