import { errorBody, JSON_TYPE } from "../error-body.js";
import type { SandboxAnswer } from "../exchanged.js";

/** What a page or an error of somebody who is not the service looks like. */
type BodyForm = "json" | "html" | "empty";

const TITLES: Readonly<Record<number, string>> = {
  200: "Welcome",
  500: "Internal Server Error",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Time-out",
};

/** An answer that the service itself did not make. */
export function madeUp(status: number, form: BodyForm): SandboxAnswer {
  const title = TITLES[status] ?? "Error";
  if (form === "empty") return { status, headers: {}, body: "" };
  if (form === "json")
    return {
      status,
      headers: { "content-type": JSON_TYPE },
      body: errorBody(title),
    };
  const heading = status === 200 ? title : `${status} ${title}`;
  return {
    status,
    headers: { "content-type": "text/html" },
    body: `<!doctype html>\n<html><head><title>${heading}</title></head>\n<body><center><h1>${heading}</h1></center></body></html>\n`,
  };
}
