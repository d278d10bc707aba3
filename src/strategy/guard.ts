import { Script } from "node:vm";
import { errorCode } from "../core/errors.js";
import { StrategyTimeoutError } from "./errors.js";

/** Runs a strategy's code, and stops it when it does not return. Throws what the code throws, or StrategyTimeoutError. */
export type Guard = <T>(run: () => T) => T;

/** No watch at all, for worlds that trust the code and count microseconds (backtests, tests). */
export const noGuard: Guard = (run) => run();

/** Milliseconds of the machine that one call of a strategy's code may take. */
const PATIENCE = 5_000;

const SLOT = Symbol.for("contender.guarded");
const call = new Script(`globalThis[Symbol.for("contender.guarded")]()`, { filename: "contender-guard" });

function isTimeout(error: unknown): boolean {
  return error instanceof Error && errorCode(error) === "ERR_SCRIPT_EXECUTION_TIMEOUT";
}

/**
 * A guard that stops even an endless loop: Node's own watchdog interrupts the thread (about 70 µs a
 * call). Only what runs synchronously inside the call is watched. May be nested.
 *
 * @param timeoutMs milliseconds of the machine, whatever the clock's speed; a whole number above 0
 */
export function watchdogGuard(timeoutMs = PATIENCE): Guard {
  return <T>(run: () => T): T => {
    const slots = globalThis as { [SLOT]?: (() => void) | undefined };
    const outer = slots[SLOT];
    let result: { value: T } | undefined;
    slots[SLOT] = () => {
      result = { value: run() };
    };
    try {
      call.runInThisContext({ timeout: timeoutMs });
    } catch (error) {
      if (!isTimeout(error)) throw error;
      throw new StrategyTimeoutError(`It did not return within ${timeoutMs} ms and was stopped`, {
        remedy: "Look for a loop without an end; what takes long belongs into read().",
      });
    } finally {
      slots[SLOT] = outer;
    }
    return (result as { value: T }).value;
  };
}
