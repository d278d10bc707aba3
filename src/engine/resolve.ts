import { between, point } from "../model/points.js";
import type { Executor, HandVerdict } from "../execution/index.js";
import type { EngineContext } from "./context.js";

/** As `Executor.resolveByHand`, and notes it. */
export async function resolveByHand(
  { note }: EngineContext,
  executor: Executor,
  intent: string,
  verdict: HandVerdict,
  mayStill: () => boolean,
): Promise<void> {
  point("resolve", "step", "before");
  await executor.resolveByHand(intent, verdict, mayStill);
  point("resolve", "step", "after");
  const text = `${intent} was settled by hand: ${verdict.kind}. ${verdict.reason}`;
  between("resolve", "note", () => note("info", "resolved-by-hand", text, { intent, verdict: verdict.kind }));
}
