export { paramBounds } from "./bounds.js";
export { allParked, endedRemark } from "./figures.js";
export type { Finding, LintInput } from "./finding.js";
export { lintOf } from "./lint.js";
