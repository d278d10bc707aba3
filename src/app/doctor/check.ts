import { toldOf } from "../../core/errors.js";

/** The result of one check. */
export interface Finding {
  /** The name of the check. */
  readonly check: string;
  readonly status: "ok" | "warn" | "fail";
  readonly text: string;
  /** What to do about it; "" if nothing is to do. */
  readonly remedy: string;
  /** Code of the error behind a failure; "" if there is none. */
  readonly code: string;
}

export function ok(check: string, text: string): Finding {
  return { check, status: "ok", text, remedy: "", code: "" };
}

export function warn(check: string, text: string, remedy: string): Finding {
  return { check, status: "warn", text, remedy, code: "" };
}

export function fail(check: string, text: string, remedy: string, code = ""): Finding {
  return { check, status: "fail", text, remedy, code };
}

/** Makes a failed check of an error. */
export function failed(check: string, error: unknown): Finding {
  const { code, message, remedy } = toldOf(error);
  return fail(check, message, remedy, code);
}

/** Runs a check. An error becomes a failed finding. */
export async function findingOf(check: string, work: () => Finding | Promise<Finding>): Promise<Finding> {
  try {
    return await work();
  } catch (error) {
    return failed(check, error);
  }
}
