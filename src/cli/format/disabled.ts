import { printable } from "../../core/printable.js";
import { timestamp } from "../../core/format.js";

/** Reports a disabled strategy: when, why, and what to do. */
export function disabledText(name: string, disabled: { at: number; why: string; remedy: string }): string {
  const { at, why, remedy } = disabled;
  const line = printable(`${name} was disabled at ${timestamp(at)} UTC: ${why}`);
  return remedy === "" ? line : `${line}\n  ${printable(remedy)}`;
}
