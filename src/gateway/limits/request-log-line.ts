import { RATE_SCOPES } from "../../model/rules.js";
import type { SpentRecord } from "./request-log-store.js";

const KINDS = { "+": "sent", "-": "ended", x: "cancelled", p: "paused" } as const;
const SIGNS = { sent: "+", ended: "-", cancelled: "x", paused: "p" } as const;

/**
 * One record as it stands in the file, such as `+ k3f9a2b1-1z 1734567890123 1 getPrice.`. It begins
 * with a line feed and ends with a point, so that a torn one spoils neither its neighbours nor is
 * taken for a whole one.
 */
export function spentLine(record: SpentRecord): string {
  const start = `\n${SIGNS[record.kind]} ${record.id}`;
  if (record.kind === "cancelled") return `${start}.`;
  if (record.kind === "paused") return `${start} ${Math.ceil(record.end)} ${record.scope}.`;
  const what = `${start} ${Math.ceil(record.end)} ${record.count}`;
  return record.kind === "sent" ? `${what} ${record.operation}.` : `${what}.`;
}

/** The record of a line (without its line feed); null where it is torn, or of another kind. */
export function parseSpentLine(line: string): SpentRecord | null {
  if (!line.endsWith(".")) return null;
  const [sign = "", id = "", end = "", count = "", operation = ""] = line.slice(0, -1).split(" ");
  const kind = KINDS[sign as keyof typeof KINDS] as (typeof KINDS)[keyof typeof KINDS] | undefined;
  if (kind === undefined || id === "") return null;
  if (kind === "cancelled") return { kind, id };
  if (!/^-?\d{1,16}$/.test(end)) return null;
  if (kind === "paused") {
    const scope = RATE_SCOPES.find((one) => one === count);
    return scope === undefined ? null : { kind, id, end: Number(end), scope };
  }
  if (!/^\d{1,6}$/.test(count)) return null;
  if (kind === "ended") return { kind, id, end: Number(end), count: Number(count) };
  return operation === "" ? null : { kind, id, end: Number(end), count: Number(count), operation };
}
