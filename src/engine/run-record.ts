import type { RunRecord } from "../model/journal.js";
import type { EnginePorts } from "./ports.js";

/** This start, as the journal keeps it. */
export function runRecord({ run, clock, seed, strategies }: EnginePorts): RunRecord {
  return {
    ...run,
    startedAt: clock.now(),
    seed,
    strategies: strategies.map(({ name, version, file, paramsJson, allocation, schedule, bars }) => ({
      name,
      version,
      file,
      params: paramsJson,
      allocation,
      schedule,
      bars,
    })),
  };
}
