import type { Operation, OperationId } from "../../contract/index.js";
import type { MaybePromise } from "../../core/maybe.js";
import type { SandboxAnswer, SandboxRequest } from "../exchanged.js";

/** A request to an operation of the interface that has not been handled. Its body may not have arrived yet. */
export interface FaultRequest extends Omit<SandboxRequest, "body"> {
  readonly operation: Operation & { readonly id: OperationId };
}

/** The way an answer is sent. */
export type Delivery =
  | { readonly kind: "whole" }
  /** Not at all: the connection stays open until the client gives up. */
  | { readonly kind: "silence" }
  /** There is no connection: nobody listens. */
  | { readonly kind: "refused" }
  /** The connection is reset when this much of the answer has gone out. */
  | { readonly kind: "reset"; readonly sent: "nothing" | "headers" | "half" | "whole" }
  /** In pieces, with pauses between them. */
  | { readonly kind: "drip"; readonly pieces: number; readonly pauseMs: number };

/** The effect of a fault on a request. All times are sandbox time. */
export interface Effect {
  /** Milliseconds until the service gets the request. */
  readonly holdMs?: number;
  /** Changes the request before the service gets it. Returns the same object if the fault does not apply. */
  readonly rewrite?: (request: SandboxRequest) => SandboxRequest;
  /** Acts on the service, before the request is served or after it. */
  readonly before?: () => MaybePromise<void>;
  readonly after?: () => MaybePromise<void>;
  /** Looks at what the service answered. */
  readonly served?: (answer: SandboxAnswer) => void;
  /** The answer instead of the service's, which never gets the request; "nothing" if the delivery sends nothing. */
  readonly instead?: SandboxAnswer | "nothing";
  /** Changes the answer. Returns the same object if the fault does not apply. */
  readonly reshape?: (answer: SandboxAnswer) => SandboxAnswer;
  /** Milliseconds until the answer goes out. */
  readonly delayMs?: number;
  readonly delivery?: Delivery;
}
