import type { EngineResult } from "../../engine/result.js";

/** How a start ended, for whoever prints it. */
export interface BotEnd extends EngineResult {
  readonly run: string;
  /** Where the service was. */
  readonly service: string;
  readonly dryRun: boolean;
  /** Folder of the journal. */
  readonly journal: string;
  /** Folder of the recorded prices; null where nothing was recorded. */
  readonly tape: string | null;
}
