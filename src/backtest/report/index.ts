export type { ReportInput, ReportRun } from "./input.js";
export { renderReport } from "./render.js";
