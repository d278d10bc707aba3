export type { SandboxCompetition, SandboxOptions } from "./options.js";
export { createSandbox } from "./sandbox.js";
export type { Sandbox } from "./sandbox.js";
export { PROFILE_NAMES, type ProfileName } from "./profiles/names.js";
export type { SandboxAnswer, SandboxRequest } from "./exchanged.js";
export * from "./faults/index.js";
