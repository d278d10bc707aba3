import { Secrets } from "../../core/secrets.js";
import type { LoadedConfig } from "./load.js";

/** The secrets of a config, to take out of whatever is shown or kept. */
export function secretsOf({ secrets }: Pick<LoadedConfig, "secrets">): Secrets {
  const known = new Secrets();
  for (const secret of secrets) known.add(secret);
  return known;
}
