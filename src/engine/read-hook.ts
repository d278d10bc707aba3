import { deadline, type Clock } from "../core/clock.js";
import { ContenderError } from "../core/errors.js";
import type { JsonValue } from "../core/json.js";
import type { VenueReads } from "../model/venue.js";
import type { BoundStrategy } from "../strategy/bind.js";
import type { ReadIo } from "../strategy/define.js";
import { jsonProblem } from "../strategy/json-safe.js";
import type { Guard } from "../strategy/guard.js";
import type { View } from "../strategy/view.js";

/** A `read` hook failed: it threw, took too long, or gave what its schema does not allow. */
export class ReadHookError extends ContenderError {
  readonly code = "READ_HOOK";
}

export interface ReadHookPorts {
  readonly clock: Clock;
  readonly guard: Guard;
  /** Milliseconds of the clock that it may take. */
  readonly timeout: number;
  /** Aborts when the bot stops. */
  readonly stop: AbortSignal;
}

/** Runs a strategy's `read` and checks what it gives. Rejects with what went wrong. */
export async function readInputs(
  strategy: BoundStrategy,
  view: View,
  venue: VenueReads,
  { clock, guard, timeout, stop }: ReadHookPorts,
): Promise<JsonValue> {
  const { definition, secrets } = strategy;
  const late = deadline(clock, timeout, () => new ReadHookError(`It took longer than ${timeout} ms`), stop);
  try {
    const reading = guard(() =>
      definition.read?.(view as View<never, never, never>, { venue: forHook(venue), signal: late.signal, secrets }),
    );
    return checked(definition, await Promise.race([reading, aborted(late.signal)]));
  } finally {
    late.clear();
  }
}

/** The reads that a hook may use: the scope that they share is not the hook's to close. */
function forHook(venue: VenueReads): ReadIo["venue"] {
  return {
    price: (token, options) => venue.price(token, options),
    tokenInfo: (token, options) => venue.tokenInfo(token, options),
    quote: (request, options) => venue.quote(request, options),
    balances: (options) => venue.balances(options),
    portfolio: (options) => venue.portfolio(options),
    trades: (options) => venue.trades(options),
    status: (options) => venue.status(options),
    rules: (options) => venue.rules(options),
    leaderboard: (competitionId, options) => venue.leaderboard(competitionId, options),
    upcoming: (options) => venue.upcoming(options),
  };
}

/** Rejects when the signal aborts: a hook that does not listen to it must not hold up the tick. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const onAbort = (): void => reject(signal.reason as Error);
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
  });
}

function checked({ inputs }: BoundStrategy["definition"], value: unknown): JsonValue {
  let parsed = value ?? null;
  if (inputs !== undefined) {
    const result = inputs.safeParse(value);
    if (!result.success) {
      const [issue] = result.error.issues;
      throw new ReadHookError(
        `What it gave does not fit \`inputs\`: ${issue?.path.join(".") ?? ""} ${issue?.message ?? ""}`,
      );
    }
    parsed = result.data ?? null;
  }
  const problem = jsonProblem(parsed);
  if (problem !== null) throw new ReadHookError(`What it gave does not survive JSON: ${problem}`);
  return parsed as JsonValue;
}
