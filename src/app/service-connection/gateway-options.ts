import { bootId, machineClock, systemClock } from "../../core/time/system-clock.js";
import type { Clock } from "../../core/time/clock.js";
import type { GatewayOptions } from "../../gateway/options.js";
import type { LimitSettings } from "../../gateway/limits/settings.js";
import { RATE_SCOPES, type RateScope } from "../../model/rules.js";
import type { Config } from "../config/schema.js";
import type { WorldPorts } from "./connection.js";

/** What every gateway of this bot is made with, beside where the service is and which key opens it. */
export function gatewayOptions(
  { loaded, registry, secrets, log }: WorldPorts,
  clock: Clock,
  speed: number,
): Omit<GatewayOptions, "baseUrl" | "key"> {
  const { config } = loaded;
  return {
    clock,
    clockSpeed: speed,
    steady: machineClock(speed),
    boot: bootId(),
    wall: systemClock,
    registry,
    secrets,
    log,
    limits: limitSettings(config.limits),
    deadlineMs: config.execution.deadline,
  };
}

/** What config says of limits. */
export function limitSettings({ reservePercent, ...scopes }: Config["limits"]): LimitSettings {
  const overrides: Partial<Record<RateScope, "off" | { count: number; windowMs: number }[]>> = {};
  for (const scope of RATE_SCOPES) {
    const limit = scopes[scope];
    if (limit !== undefined)
      overrides[scope] = limit === "off" ? limit : [{ count: limit.count, windowMs: limit.window }];
  }
  return { overrides, reservePercent };
}
