import { SERVICE_ERROR_CODES, SERVICE_ERRORS, type ServiceErrorCode } from "./service-errors.js";

/** The text of an error body `{"success": false, "error": "<text>"}`; null where the body is anything else. */
export function errorText(body: string): string | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return null;
  }
  if (typeof parsed !== "object" || parsed === null || !("error" in parsed)) return null;
  return typeof parsed.error === "string" ? parsed.error.trim() : null;
}

/** Which of the known refusals an answer is; null where it is none of them (HTML, another text, another status). */
export function recogniseError(status: number, body: string): ServiceErrorCode | null {
  const text = errorText(body);
  if (text === null) return null;
  return (
    SERVICE_ERROR_CODES.find(
      (code) => SERVICE_ERRORS[code].status === status && SERVICE_ERRORS[code].recognises.test(text),
    ) ?? null
  );
}
