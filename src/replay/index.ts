export { UnknownRunError } from "./errors.js";
export { replayRun, type ReplayOptions } from "./replay-run.js";
export type { Difference, ReplayReport } from "./report.js";
