import { DIALECT_PROBES, recogniseDialect, type Answer, type Probe } from "../contract/index.js";
import type { CompetitionStatus } from "../model/competition.js";
import { AnswerError, DialectError, ServiceError } from "./errors.js";
import { toStatus } from "./to-model.js";
import type { Pipeline } from "./pipeline.js";

/** What a first look at the service shows. */
export interface Connection {
  /** Its version, its time (epoch milliseconds), and how long it has been up (seconds). */
  readonly health: Answer<"getHealth">;
  readonly status: CompetitionStatus;
}

/**
 * Reads health, ends an interrupted rotation of the key, and reads the status. Rejects with DialectError where something else than this interface
 * answers (named, where it is one that is known), with AuthError where the key is refused, and with
 * whatever else a read may.
 */
export async function connect(pipeline: Pipeline, recoverKey: () => Promise<void>): Promise<Connection> {
  try {
    const health = await pipeline.call("getHealth");
    await recoverKey();
    return { health, status: toStatus(await firstStatus(pipeline)) };
  } catch (error) {
    if (error instanceof DialectError || error instanceof AnswerError) throw await nameDialect(pipeline, error);
    throw error;
  }
}

/** The first call with the key. Where that fails though the service has just said that it is well, the error says so. */
async function firstStatus(pipeline: Pipeline): Promise<Answer<"getStatus">> {
  try {
    return await pipeline.call("getStatus", {}, { purpose: "trade" });
  } catch (error) {
    throw error instanceof ServiceError ? new ServiceError(error, true) : error;
  }
}

/** The error that says what answers there, where it is not the interface; else the one that there was. */
async function nameDialect(pipeline: Pipeline, error: Error): Promise<Error> {
  const probes: Probe[] = [];
  for (const path of DIALECT_PROBES) {
    try {
      probes.push({ path, ...(await pipeline.probe(path)) });
    } catch {
      // What cannot be read shows nothing.
    }
  }
  switch (recogniseDialect(probes)) {
    case "interface":
      return error;
    case "agent":
      return new DialectError(
        "A later version of the service answers there (/api/agent/…, /api/competitions/…), which this version does not speak",
        "Use the base URL of a deployment with /api/account/… and /api/competition/….",
      );
    case null:
      return new DialectError(
        "Something answers there, but it is not the competition service",
        "Check the base URL: it is what comes before /api, without /api itself.",
      );
  }
}
