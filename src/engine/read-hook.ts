import { deadline, type Clock } from "../core/clock.js";
import { ContenderError } from "../core/errors.js";
import type { JsonValue } from "../core/json.js";
import type { VenueReads } from "../model/venue.js";
import type { BoundStrategy } from "../strategy/bind.js";
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
      definition.read?.(view as View<never, never, never>, { venue, signal: late.signal, secrets }),
    );
    return checked(definition, await Promise.race([reading, aborted(late.signal)]));
  } finally {
    late.clear();
  }
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
