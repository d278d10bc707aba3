import { PUBLIC_RATE_LIMITS } from "../../model/public-rate-limits.js";
import { RATE_SCOPES, type RateLimit, type RateScope } from "../../model/rules.js";

/** What config says of limits: the limit of a scope for a window, or `off`, which lifts every limit of the scope. */
export interface LimitSettings {
  /** Overrules the service's limits by scope and window: it may tighten a limit, raise it, or lift it. */
  readonly overrides?: Readonly<Partial<Record<RateScope, readonly Omit<RateLimit, "scope">[] | "off">>>;
  /** Percent (0 to 50) of every limit but those of prices that only what trades need may use. Default 10. */
  readonly reservePercent?: number;
  /** What holds for a scope of which the rules say nothing. Default: the public service's. */
  readonly unsaid?: readonly RateLimit[];
}

/** A limit as the limiter keeps it. */
interface EffectiveLimit extends RateLimit {
  /** How many of `count` only requests of purpose `trade` may use; of `each`: for operations that trades need. */
  readonly reserve: number;
}

export type EffectiveLimits = ReadonlyMap<RateScope, readonly EffectiveLimit[]>;

/** Prices come with the quote: trades and their reconciliation need none, and what limits prices alone keeps no reserve. */
export function tradesNeed(scopes: readonly RateScope[]): boolean {
  return !scopes.includes("price");
}

/** The limits to keep: the rules' (the `unsaid` ones for a scope of which they say nothing), overruled by config, with the reserve for trades. */
export function effectiveLimits(rules: readonly RateLimit[], settings: LimitSettings = {}): EffectiveLimits {
  const { reservePercent: percent = 10, unsaid = PUBLIC_RATE_LIMITS } = settings;
  const reserveOf = ({ scope, count }: RateLimit): number =>
    tradesNeed([scope]) ? Math.min(count - 1, Math.ceil((count * percent) / 100)) : 0;
  const kept = overruled(withUnsaid(rules, unsaid), settings.overrides).map((limit) => ({
    ...limit,
    reserve: reserveOf(limit),
  }));
  return new Map(RATE_SCOPES.map((scope) => [scope, kept.filter((limit) => limit.scope === scope)]));
}

/** The limits of the rules, and for a scope of which they say nothing the `unsaid` ones. */
export function withUnsaid(
  rules: readonly RateLimit[],
  unsaid: readonly RateLimit[] = PUBLIC_RATE_LIMITS,
): RateLimit[] {
  return RATE_SCOPES.flatMap((scope) => {
    const printed = rules.filter((limit) => limit.scope === scope);
    return printed.length > 0 ? printed : unsaid.filter((limit) => limit.scope === scope);
  });
}

/** Limits with config's in their place: `off` lifts those of a scope, another limit replaces that of its scope and window. */
export function overruled(
  limits: readonly RateLimit[],
  overrides: NonNullable<LimitSettings["overrides"]> = {},
): RateLimit[] {
  const kept = limits.filter(({ scope, windowMs }) => {
    const own = overrides[scope];
    return own === undefined || (own !== "off" && !own.some((limit) => limit.windowMs === windowMs));
  });
  const own = RATE_SCOPES.flatMap((scope) => {
    const limits = overrides[scope];
    return limits === undefined || limits === "off" ? [] : limits.map((limit) => ({ ...limit, scope }));
  });
  return [...kept, ...own];
}
