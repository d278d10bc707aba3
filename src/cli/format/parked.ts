import { printable } from "../../core/printable.js";
import { timestamp } from "../../core/format.js";

/** That a strategy was parked: at which run, why, and below it what can be done about that. */
export function parkedText(name: string, parked: { at: number; why: string; remedy: string }): string {
  const { at, why, remedy } = parked;
  const line = printable(`${name} decided no more since its run of ${timestamp(at)} UTC: ${why}`);
  return remedy === "" ? line : `${line}\n  ${printable(remedy)}`;
}
