export type { Engine } from "./control.js";
export { createEngine } from "./engine.js";
export type { EnginePorts } from "./ports.js";
export type { EngineResult } from "./result.js";
export { DEFAULT_TIMES, type EngineSettings } from "./settings.js";
