export { UnknownRunError } from "./errors.js";
export { replayRun, type ReplayOptions } from "./replay-run.js";
export type { ReplayReport } from "./report.js";
export { runOf } from "./run-of.js";
export { compareRuns } from "./compare/compare-runs.js";
export { recordingOf, type Recording } from "./compare/recording.js";
export { CAUSES, type Cause, type CauseKind, type RunComparison, type RunDifference } from "./compare/report.js";
