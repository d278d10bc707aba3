/** Bytes of a body that the service takes at most: its refusal of more names them. */
export const BODY_LIMIT = 100_000;

/** A request without a socket. */
export interface SandboxRequest {
  readonly method: string;
  /** With the query string. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface SandboxAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Answers a request as over HTTP. */
export type Serve = (request: SandboxRequest) => Promise<SandboxAnswer>;
