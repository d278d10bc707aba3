import { errorText } from "./recognise.js";

/** An answer that was read to find out what a service speaks. */
export interface Probe {
  /** The path asked for, such as `/api/competition/status`. */
  readonly path: string;
  readonly status: number;
  readonly body: string;
}

/**
 * What a service speaks: `interface` is the one that this contract describes, `agent` that of later
 * deployments of the public service (`/api/agent/…`, `/api/competitions/…`), null is not known.
 */
type Dialect = "interface" | "agent";

/** A path that only this interface has, and then one that only the later deployments have. Both with the key. */
export const DIALECT_PROBES = ["/api/competition/status", "/api/competitions"] as const;

/** Paths that begin so exist in this interface only; those of trade, price and health in both. */
const INTERFACE_PATHS = /^\/api\/(?:account|competition)(?:\/|\?|$)/;

/** Paths that begin so exist in later deployments only. */
const AGENT_PATHS = /^\/api\/(?:agents?|competitions)(?:\/|\?|$)/;

/** Later deployments want the competition named in an execute. */
const AGENT_ERROR = /^missing required parameters?:.*\bcompetitionId\b/i;

/** Whether the path exists: the service itself answered in JSON (with what was asked, or by refusing), not a proxy, not a page. */
function exists({ status, body }: Probe): boolean {
  if (status >= 500) return false;
  try {
    const parsed: unknown = JSON.parse(body);
    // An unknown path has its 404 in JSON too; one that names something that is not there says what.
    const found = status !== 404 || /^(?:competition|agent|team)\b.* not found/i.test(errorText(body) ?? "");
    return found && typeof parsed === "object" && parsed !== null && "success" in parsed;
  } catch {
    return false;
  }
}

/**
 * Which dialect the probes show; null where they show none. One answer may be enough: an execute
 * that is refused for want of a `competitionId` is of a later deployment.
 */
export function recogniseDialect(probes: readonly Probe[]): Dialect | null {
  if (probes.some(({ body }) => AGENT_ERROR.test(errorText(body) ?? ""))) return "agent";
  const found = probes.filter(exists).map(({ path }) => path);
  if (found.some((path) => INTERFACE_PATHS.test(path))) return "interface";
  return found.some((path) => AGENT_PATHS.test(path)) ? "agent" : null;
}
