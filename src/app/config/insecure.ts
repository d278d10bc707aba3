import { isInsecure, parseBaseUrl } from "../../gateway/base-url.js";
import type { Config } from "./schema.js";

/** What to say of a service that is reached unencrypted because config allows it; null if there is none. */
export function insecureWarning({ service: { baseUrl } }: Pick<Config, "service">): string | null {
  if (baseUrl === undefined || !isInsecure(baseUrl)) return null;
  return `${parseBaseUrl(baseUrl).origin} is reached without encryption (\`insecure: true\`). Anyone on the network path can read the key and change prices and answers`;
}
