import type { EngineControl } from "./control.js";
import type { EnginePorts } from "./ports.js";
import type { EngineResult } from "./result.js";

/** A bot in one competition: from connecting to the final standing. */
export interface Engine extends EngineControl {
  /** Runs to the end. Never rejects: what went wrong is in the result. */
  run(): Promise<EngineResult>;
  /** Ends it: no new trade, what is in flight is finished. A second call does not wait for that any more. */
  stop(reason: string): void;
}

export type CreateEngine = (ports: EnginePorts) => Engine;
