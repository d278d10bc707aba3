import { ContenderError, messageOf } from "../core/errors.js";

/** The sandbox cannot listen on the given address and port. */
export class SandboxListenError extends ContenderError {
  readonly code = "SANDBOX_LISTEN";

  constructor(host: string, port: number, cause: unknown) {
    super(`The sandbox cannot listen on ${host}:${port}: ${messageOf(cause)}`, {
      cause,
      remedy: "Use another port (0 takes a free one), or an address of this machine.",
    });
  }
}
