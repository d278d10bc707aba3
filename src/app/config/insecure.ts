import { isInsecure, parseBaseUrl } from "../../gateway/base-url.js";
import type { Config } from "./schema.js";

/** What to say of a service that is reached unencrypted because config allows it; null if there is none. */
export function insecureWarning({ service: { baseUrl } }: Pick<Config, "service">): string | null {
  if (baseUrl === undefined || !isInsecure(baseUrl)) return null;
  return `${parseBaseUrl(baseUrl).origin} is reached without encryption (\`insecure: true\`): anybody on the way reads the key and can change prices and answers`;
}
