import type { Random } from "../../../src/core/random.js";
import type { RateLimit, RateScope } from "../../../src/model/rules.js";
import { PUBLIC_RATE_LIMITS } from "../../../src/model/public-rate-limits.js";

/**
 * `storm`: everything goes wrong, in several processes. `demand`: one process that is asked for more than it may send, and
 * trades beside it. `public`: the same with the limits of the public service, for hours.
 */
export type Kind = "storm" | "demand" | "public";

export interface Scenario {
  readonly kind: Kind;
  /** Requests that must reach the server before it ends. */
  readonly requests: number;
  readonly limits: readonly RateLimit[];
  readonly latency: number;
  readonly faulty: number;
  readonly deadlineMs: number;
  /** Of the machine's clocks against true time. */
  readonly drift: number;
  readonly uptimeMs: number;
  readonly reservePercent: number;
  /** Bots' strategies in each process. */
  readonly strategies: number;
  /** Requests between one calamity and the next, on average. */
  readonly calamityEvery: number;
}

const SCOPES: readonly RateScope[] = ["trade", "price", "account", "all", "each"];
const WINDOWS = [200, 1_000, 5_000, 60_000];

export function scenarioOf(random: Random, requests: number): Scenario {
  const kind = (["storm", "storm", "storm", "demand", "public"] as const)[random.int(5)] ?? "storm";
  const calm = kind !== "storm";
  return {
    kind,
    // Each start in a storm reads again what was sent in the last hours.
    requests: requests * ({ storm: 0.5, demand: 1, public: 2 } as const)[kind],
    limits: kind === "public" ? PUBLIC_RATE_LIMITS : drawLimits(random, calm ? [10_000, 60_000] : WINDOWS),
    latency: calm ? 50 + random.int(150) : 1 + random.int(800),
    faulty: calm ? 0 : random.next() * 0.15,
    deadlineMs: calm ? 5_000 : 500 + random.int(3_000),
    drift: (random.next() - 0.5) * 0.001,
    uptimeMs: random.int(3 * 3_600_000),
    reservePercent: 5 + random.int(30),
    strategies: 1 + random.int(4),
    calamityEvery: 30 + random.int(200),
  };
}

/** Limits of every scope, so small that they are met, each with one window or two. */
export function drawLimits(random: Random, windows: readonly number[]): RateLimit[] {
  return SCOPES.flatMap((scope) => {
    const short = random.int(windows.length);
    const long = random.int(windows.length);
    // The overall one is met now and then, not always: else it would hide all the others.
    const count = (scope === "all" ? 20 : 4) + random.int(scope === "all" ? 60 : 25);
    const first = { scope, count, windowMs: windows[short] as number };
    const second = { scope, count: count * (2 + random.int(3)), windowMs: windows[long] as number };
    return second.windowMs > first.windowMs ? [first, second] : [first];
  });
}
