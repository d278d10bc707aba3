import { BaseUrlError } from "./errors.js";

/** Hosts that are this machine itself, as URLs spell them. */
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

export interface BaseUrl {
  /** `https://host:port`. */
  readonly origin: string;
  /** What stands before `/api/…`; "" where the service is at the root. */
  readonly prefix: string;
  /** Both, without a trailing slash. */
  readonly href: string;
}

/** Reads a base URL: http or https, and what comes before `/api`. Throws BaseUrlError. */
export function parseBaseUrl(text: string): BaseUrl {
  let url: URL;
  try {
    url = new URL(text.trim());
  } catch {
    throw new BaseUrlError("The base URL is not a URL", {
      remedy: "Write it as https://host or http://127.0.0.1:3000.",
    });
  }
  // Credentials are complained of first: from then on the text may be repeated.
  if (url.username !== "" || url.password !== "")
    throw new BaseUrlError("The base URL contains a user name or a password", {
      remedy: "Take it out: the service knows a team by its API key alone, which goes into `key` or `keyFile`.",
    });
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw new BaseUrlError(`The base URL "${text}" is neither http nor https`, {
      remedy: "Write it as https://host or http://127.0.0.1:3000.",
    });
  if (url.search !== "" || url.hash !== "")
    throw new BaseUrlError(`The base URL of ${url.origin} has a query or a fragment`, {
      remedy: `Write ${url.origin}${url.pathname.replace(/\/+$/, "")}`,
    });
  const prefix = url.pathname.replace(/\/+$/, "");
  const doubled = /^(.*?)\/api(\/.*)?$/i.exec(prefix);
  if (doubled !== null)
    throw new BaseUrlError(
      `The base URL "${url.origin}${prefix}" already contains /api, which every path begins with`,
      {
        remedy: `Write ${url.origin}${doubled[1] ?? ""}`,
      },
    );
  return { origin: url.origin, prefix, href: `${url.origin}${prefix}` };
}

/** Whether what is sent there leaves this machine unencrypted. */
export function isInsecure(text: string): boolean {
  const { protocol, hostname } = new URL(text.trim());
  return protocol === "http:" && !LOOPBACK.test(hostname);
}
