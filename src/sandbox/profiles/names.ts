/** Each profile of the sandbox: `document` is the interface as written, `deployed` the service as it was observed. */
export const PROFILE_NAMES = ["document", "deployed"] as const;
export type ProfileName = (typeof PROFILE_NAMES)[number];
