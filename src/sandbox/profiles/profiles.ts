import { deployedProfile } from "./deployed.js";
import { documentProfile } from "./document.js";
import type { ProfileName } from "./names.js";
import type { Profile } from "./profile.js";

export const PROFILES: Readonly<Record<ProfileName, Profile>> = {
  document: documentProfile,
  deployed: deployedProfile,
};
