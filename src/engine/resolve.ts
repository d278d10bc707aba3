import { between, point } from "../core/points.js";
import type { Executor, HandVerdict } from "../execution/index.js";
import type { World } from "./world.js";

/** Settles an intent by a person's word, and notes that. Rejects with ResolveError where that is not possible. */
export async function resolveByHand(
  { note }: World,
  executor: Executor,
  intent: string,
  verdict: HandVerdict,
): Promise<void> {
  point("resolve", "step", "before");
  await executor.resolveByHand(intent, verdict);
  point("resolve", "step", "after");
  const text = `${intent} was settled by hand: ${verdict.kind}. ${verdict.reason}`;
  between("resolve", "note", () => note("info", "resolved-by-hand", text, { intent, verdict: verdict.kind }));
}
