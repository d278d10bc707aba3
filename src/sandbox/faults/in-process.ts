import { sleep, type Clock } from "../../core/time/clock.js";
import type { SandboxAnswer, SandboxRequest } from "../exchanged.js";
import type { Outgoing } from "./apply-faults.js";
import { ConnectionLostError } from "./errors.js";

/** Sends an answer out to a caller in this process. Rejects with ConnectionLostError where a client would lose its connection. */
export async function deliver(
  { answer, delivery }: Outgoing,
  request: SandboxRequest,
  clock: Clock,
  closed: AbortSignal,
): Promise<SandboxAnswer> {
  if (delivery.kind === "silence") await untilAborted(closed);
  if (delivery.kind === "drip") await sleep(clock, delivery.pauseMs * (delivery.pieces - 1), closed);
  if (delivery.kind === "refused") throw new ConnectionLostError("ECONNREFUSED", request);
  if (delivery.kind === "reset" && delivery.sent !== "whole") throw new ConnectionLostError("ECONNRESET", request);
  return answer;
}

/** Never resolves. */
function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort, { once: true });
  });
}
