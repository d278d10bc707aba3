/** A request as it goes out. */
export interface HttpRequest {
  readonly method: "GET" | "PUT" | "POST";
  /** With the query, from `/api` on. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON; null where there is none. */
  readonly body: string | null;
}

/** A whole answer. */
export interface HttpAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | number | readonly string[] | undefined>>;
  readonly body: string;
}

/** A header's value, the first where it came several times. */
export function headerOf(answer: HttpAnswer, name: string): string | undefined {
  const value = answer.headers[name];
  return typeof value === "object" ? value[0] : value?.toString();
}

/** A request under way. */
export interface Sending {
  /** Rejects with the reason of `abort`, with AnswerTooLarge, or with what broke the connection. */
  readonly answer: Promise<HttpAnswer>;
  /** Gives up: the answer rejects at once, and nothing more of it is read. */
  abort(reason: Error): void;
}

/** How requests reach the service. */
export interface Transport {
  /** What the messages of errors call it: `https://host`. */
  readonly origin: string;
  /** One request, one answer: no time limit of its own, no second try, no redirect followed. */
  send(request: HttpRequest): Sending;
  /** Ends what is under way. */
  close(): Promise<void>;
}

/** Longer answers are refused: no list of the service comes near it. */
export const LARGEST_BODY = 64 * 1024 * 1024;

/** An answer longer than is read. */
export class AnswerTooLarge extends Error {
  constructor(
    readonly status: number,
    limit: number,
  ) {
    super(`more than ${limit} bytes`);
  }
}
