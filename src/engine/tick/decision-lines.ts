import type { Log } from "../../core/log.js";
import type { Decision, SwapSize } from "../../model/decision.js";
import { cameToNothing } from "../../model/journal.js";
import { pairText, type Outcome } from "../../model/outcome.js";
import type { TickPart } from "./tick-part.js";

const percent = (share: number): string => `${Number((share * 100).toFixed(1))} %`;

function sizeText(size: SwapSize, from: string): string {
  if ("amount" in size) return `${size.amount} ${from}`;
  if ("usd" in size) return `$${size.usd} of ${from}`;
  return `${percent(size.fraction)} of ${from}`;
}

/** What a decision wants, in a few words. */
export function decisionText(decision: Decision): string {
  switch (decision.kind) {
    case "hold":
      return "hold";
    case "cancel":
      return `cancel ${decision.id ?? decision.token ?? "everything"}`;
    case "swap":
      return `swap ${sizeText(decision.size, decision.from)} to ${decision.to}`;
    case "target":
      return `target ${Object.entries(decision.weights)
        .map(([token, weight]) => `${token} ${percent(weight)}`)
        .join(", ")}`;
  }
}

/**
 * A line for each decision with its reason (one that came to nothing and only repeats itself is a detail), and for each part of one that risk
 * refused or that cannot be reached.
 */
export function logDecisions(log: Log, { run, record }: TickPart): void {
  if (record.status === "warming-up") {
    if (!run.saidWarmingUp) log.info(`${run.name}: ${record.error ?? ""}`, { strategy: run.name });
    run.saidWarmingUp = true;
    return;
  }
  if (log.silent === true) return;
  const idle = cameToNothing(record);
  for (const decided of record.decisions) {
    const line = decisionLine(run.name, decided.decision);
    const repeated = idle && run.lastLine === line;
    run.lastLine = line;
    logDecision(log, run.name, decided, repeated ? "debug" : "info");
  }
  for (const outcome of record.outcomes) logOutcome(log, run.name, outcome);
}

function decisionLine(strategy: string, decision: Decision): string {
  return `${strategy}: ${decisionText(decision)}. ${decision.reason}`;
}

/** A line for one decision, with its reason. */
export function logDecision(
  log: Log,
  strategy: string,
  { seq, decision }: { readonly seq: number; readonly decision: Decision },
  level: "debug" | "info" = "info",
): void {
  log[level](decisionLine(strategy, decision), { strategy, decision: seq, kind: decision.kind });
}

/** A line for what became of a decision. */
export function logOutcome(log: Log, strategy: string, outcome: Outcome): void {
  if (log.silent === true) return;
  const { status, from, to, fromAmount, toAmount, code, reason } = outcome;
  const fields = { strategy, decision: outcome.decision, intent: outcome.intent, status, code };
  if (status === "filled") log.info(`${strategy}: filled: ${fromAmount} ${from} for ${toAmount} ${to}`, fields);
  else if (status === "conflict") log.error(`${strategy}: conflict over ${pairText(outcome)}: ${reason}`, fields);
  else log.warn(`${strategy}: ${status}: ${pairText(outcome)}: ${reason}`, fields);
}
