/** A request as it goes out. */
export interface WireRequest {
  readonly method: "GET" | "PUT" | "POST";
  /** With the query, from `/api` on. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON; null where there is none. */
  readonly body: string | null;
}

/** A whole answer. */
export interface WireAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | number | readonly string[] | undefined>>;
  readonly body: string;
}

/** A header's value, the first where it came several times. */
export function headerOf(answer: WireAnswer, name: string): string | undefined {
  const value = answer.headers[name];
  return typeof value === "object" ? value[0] : value?.toString();
}

/** How requests reach the service. */
export interface Transport {
  /** What the messages of errors call it: `https://host`. */
  readonly origin: string;
  /** One request, one answer, no second try. Rejects with the signal's reason when it is aborted, with AnswerTooLarge, or with what broke the connection. */
  send(request: WireRequest, signal: AbortSignal): Promise<WireAnswer>;
  close(): Promise<void>;
}

/** Longer answers are refused: no list of the service comes near it. */
export const LARGEST_BODY = 64 * 1024 * 1024;

/** An answer longer than LARGEST_BODY, at which reading was given up. */
export class AnswerTooLarge extends Error {
  constructor(
    readonly status: number,
    limit: number,
  ) {
    super(`more than ${limit} bytes`);
  }
}
