import type { Decision } from "../../model/decision.js";
import { BadDecisionError } from "../errors.js";

/**
 * Refuses decisions of one answer that contradict each other: none of them is the newer one, so which one holds would be
 * chance. Throws BadDecisionError.
 */
export function checkAnswer(decisions: readonly Decision[]): void {
  if (decisions.length < 2) return;
  /** Id, and token of a target → which decision has it. */
  const [ids, targets] = [new Map<string, number>(), new Map<string, number>()];
  decisions.forEach((decision, index) => {
    if (decision.kind !== "swap" && decision.kind !== "target") return;
    const { id } = decision;
    const twin = id === undefined ? undefined : ids.get(id);
    if (twin !== undefined)
      contradict(`${both(twin, index)} have the id "${id}"`, "Give each an id of its own: a cancel names one by it.");
    if (id !== undefined) ids.set(id, index);
    if (decision.kind === "target") checkTokens(Object.keys(decision.weights), index, targets);
  });
  decisions.forEach((decision, index) => {
    if (decision.kind !== "cancel" || decision.id === undefined) return;
    const made = ids.get(decision.id);
    if (made !== undefined)
      contradict(
        `decision ${index + 1} cancels the id "${decision.id}", which decision ${made + 1} of the same answer has`,
        "A cancel takes back what earlier answers made: leave it out, or give the new decision another id.",
      );
  });
}

function checkTokens(tokens: readonly string[], index: number, targets: Map<string, number>): void {
  for (const token of tokens) {
    const other = targets.get(token);
    if (other !== undefined)
      contradict(
        `${both(other, index)} are targets that name ${token}`,
        "Make them one target; several in one answer must name different tokens.",
      );
    targets.set(token, index);
  }
}

const both = (one: number, other: number): string => `decisions ${one + 1} and ${other + 1} both`;

function contradict(message: string, remedy: string): never {
  throw new BadDecisionError(message, { remedy });
}
