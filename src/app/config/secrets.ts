import { Secrets } from "../../core/secrets.js";

/** The secrets of a config, to take out of whatever is shown or kept. */
export function secretsOf({ secrets }: { readonly secrets: readonly string[] }): Secrets {
  const known = new Secrets();
  for (const secret of secrets) known.add(secret);
  return known;
}
