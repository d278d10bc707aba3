export { createEngine, type Engine } from "./engine.js";
export type { EngineControl, EngineStatus, SwapCommand } from "./control.js";
export type { EnginePorts } from "./ports.js";
export { EXIT_CODES, type End, type EndCode, type EngineResult, type ExitCode, type FinalStanding } from "./result.js";
export { DEFAULT_TIMES, type EngineSettings } from "./settings.js";
