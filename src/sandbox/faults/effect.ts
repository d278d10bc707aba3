import type { Operation, OperationId } from "../../contract/index.js";
import type { MaybePromise } from "../../core/maybe.js";
import type { SandboxAnswer, SandboxRequest } from "../exchanged.js";

/** A request to an operation of the interface, before anything was done about it: its body may still be on its way. */
export interface FaultRequest extends Omit<SandboxRequest, "body"> {
  readonly operation: Operation & { readonly id: OperationId };
}

/** How an answer goes out. */
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

/** What a fault does to a request that it meets. All times are the sandbox's own. */
export interface Effect {
  /** Milliseconds until the service gets the request. */
  readonly holdMs?: number;
  /** What the service gets in the request's place; the very same object where it does not concern the fault. */
  readonly rewrite?: (request: SandboxRequest) => SandboxRequest;
  /** Acts on the service, before the request is served or after it. */
  readonly before?: () => MaybePromise<void>;
  readonly after?: () => MaybePromise<void>;
  /** Looks at what the service answered. */
  readonly served?: (answer: SandboxAnswer) => void;
  /** What is answered in the service's place, which never gets the request; "nothing" where the delivery sends nothing. */
  readonly instead?: SandboxAnswer | "nothing";
  /** The answer as the fault makes it; the very same object where it does not concern the fault. */
  readonly reshape?: (answer: SandboxAnswer) => SandboxAnswer;
  /** Milliseconds until the answer goes out. */
  readonly delayMs?: number;
  readonly delivery?: Delivery;
}
