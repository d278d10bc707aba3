import { sleep, type Clock } from "../../core/time/clock.js";
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
  const acting = withoutRivals(met);
  const wait = async (ms: number): Promise<void> => {
    if (ms > 0) await sleep(ports.clock, ms, ports.signal);
  };
  for (const { kind, effect } of acting) if (kind !== null && !mayConcern(effect)) ports.count(kind);
  await wait(sum(acting, "holdMs"));
  for (const { effect } of acting) await effect.before?.();
  const reaches = acting.reduce((sent, fault) => changed(sent, fault.effect.rewrite, fault, ports.count), request);
  const instead = acting.find(({ effect }) => effect.instead !== undefined)?.effect.instead;
  const served = instead === "nothing" ? NOTHING : (instead ?? (await ports.serve(reaches)));
  if (instead === undefined) for (const { effect } of acting) effect.served?.(served);
  for (const { effect } of acting) await effect.after?.();
  const answer = acting.reduce(
    (before, fault) => dated(changed(before, fault.effect.reshape, fault, ports.count), ports.clock),
    dated(served, ports.clock),
  );
  await wait(sum(acting, "delayMs"));
  const delivery = acting.find(({ effect }) => effect.delivery !== undefined)?.effect.delivery ?? { kind: "whole" };
  return { answer, delivery };
}

/** Without those that would answer, or send the answer out, in another way than the first one does. */
function withoutRivals(met: readonly Met[]): readonly Met[] {
  const decides = ({ instead, delivery }: Effect): boolean => instead !== undefined || delivery !== undefined;
  const first = met.find(({ effect }) => decides(effect));
  return met.filter((fault) => {
    const acts = fault === first || !decides(fault.effect);
    if (!acts) fault.release();
    return acts;
  });
}

/** Whether it is seen only when it acts whether there is anything for it to do. */
function mayConcern({ rewrite, reshape }: Effect): boolean {
  return rewrite !== undefined || reshape !== undefined;
}

/** What a fault makes of a request or an answer; where it leaves that alone, it does not count. */
function changed<T extends object>(
  value: T,
  change: ((value: T) => T) | undefined,
  { kind, release }: Met,
  count: Ports["count"],
): T {
  if (change === undefined) return value;
  const next = change(value);
  if (kind !== null && next === value) release();
  else if (kind !== null) count(kind);
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
