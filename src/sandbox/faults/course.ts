import { sleep, type Clock } from "../../core/clock.js";
import type { SandboxAnswer, SandboxRequest, Serve } from "../exchanged.js";
import type { Met } from "./armed-fault.js";
import type { Delivery, Effect } from "./effect.js";

/** An answer, and how it goes out. */
export interface Outgoing {
  readonly answer: SandboxAnswer;
  readonly delivery: Delivery;
}

interface Ports {
  readonly clock: Clock;
  readonly serve: Serve;
  /** Called for each fault that really did something. */
  readonly count: (kind: string) => void;
  /** Ends every wait. */
  readonly signal: AbortSignal;
}

const NOTHING: SandboxAnswer = { status: 0, headers: {}, body: "" };

/**
 * Takes a request through the faults that it meets: on its way, at the service, and on the answer's way. How the
 * answer goes out is not done here. Rejects with the signal's reason.
 */
export async function follow(met: readonly Met[], request: SandboxRequest, ports: Ports): Promise<Outgoing> {
  const acting = one(met);
  const wait = async (ms: number): Promise<void> => {
    if (ms > 0) await sleep(ports.clock, ms, ports.signal);
  };
  for (const { kind, effect } of acting) if (kind !== null && effect.reshape === undefined) ports.count(kind);
  await wait(sum(acting, "holdMs"));
  for (const { effect } of acting) await effect.before?.();
  const reaches = acting.reduce((sent, { effect }) => effect.rewrite?.(sent) ?? sent, request);
  const instead = acting.find(({ effect }) => effect.instead !== undefined)?.effect.instead;
  const served = instead === "nothing" ? NOTHING : (instead ?? (await ports.serve(reaches)));
  for (const { effect } of acting) await effect.after?.();
  const answer = acting.reduce((before, fault) => reshaped(before, fault, ports.count), dated(served, ports.clock));
  await wait(sum(acting, "delayMs"));
  const delivery = acting.find(({ effect }) => effect.delivery !== undefined)?.effect.delivery ?? { kind: "whole" };
  return { answer, delivery };
}

/** Without those that would answer, or send the answer out, in another way than the first one does. */
function one(met: readonly Met[]): readonly Met[] {
  const decides = ({ instead, delivery }: Effect): boolean => instead !== undefined || delivery !== undefined;
  const first = met.find(({ effect }) => decides(effect));
  return met.filter((fault) => {
    const acts = fault === first || !decides(fault.effect);
    if (!acts) fault.release();
    return acts;
  });
}

function reshaped(answer: SandboxAnswer, { kind, effect, release }: Met, count: Ports["count"]): SandboxAnswer {
  if (effect.reshape === undefined) return answer;
  const next = effect.reshape(answer);
  if (kind === null) return next;
  if (next === answer) release();
  else count(kind);
  return next;
}

/** Every answer has a date by the sandbox's clock, also those that it did not make. */
function dated(answer: SandboxAnswer, clock: Clock): SandboxAnswer {
  if ("date" in answer.headers) return answer;
  return { ...answer, headers: { ...answer.headers, date: new Date(clock.now()).toUTCString() } };
}

function sum(met: readonly Met[], field: "holdMs" | "delayMs"): number {
  return met.reduce((total, { effect }) => total + (effect[field] ?? 0), 0);
}
