import type { Explanation } from "../../app/journal/explain.js";
import { plainDecimal, plainDigits, plainFixed, plainUsd, timestamp } from "../../core/format.js";
import { A_REHEARSAL } from "./rehearsal.js";
import { facts, right, table } from "./table.js";

/** Explains a trade as text: the reason, the known prices, the risk verdicts, the quote and the outcome. */
export function explanationText(explanation: Explanation): string {
  const parts = [what(explanation), knownPrices(explanation), verdicts(explanation), steps(explanation)];
  return parts.filter((part) => part !== "").join("\n\n");
}

function what(explanation: Explanation): string {
  return facts({ ...origin(explanation), ...course(explanation) });
}

function origin({ intent, trade, decision, strategy, run }: Explanation): Record<string, string | null> {
  return {
    trade: trade?.trade.id ?? null,
    intent: intent === null ? "none: not traded by this bot" : `${intent.intent.id}, ${intent.state}`,
    "what next": intent === null ? null : whatNext(intent.intent.id, intent.state),
    strategy: strategy === null ? (intent?.intent.strategy ?? null) : `${strategy.name}, version ${strategy.version}`,
    params: strategy === null ? null : JSON.stringify(strategy.params),
    run:
      run === null
        ? null
        : `${run.id}, started ${timestamp(run.startedAt)} UTC${run.rehearsal ? `, ${A_REHEARSAL}` : ""}`,
    "decided at": decision === null ? null : `${timestamp(decision.at)} UTC, decision ${decision.number}`,
    because: decision?.decision.reason ?? trade?.trade.reason ?? null,
    evidence: decision?.decision.evidence === undefined ? null : JSON.stringify(decision.decision.evidence),
  };
}

const resolveCommand = (id: string): string =>
  `\`contender resolve ${id} --as filled --reason …\` (or \`--as not-executed\`)`;

function whatNext(id: string, state: string): string | null {
  if (state === "UNKNOWN" || state === "SENT")
    return `the bot searches the service's trade list for it, now or at its next start. If you know the outcome: ${resolveCommand(id)}`;
  return state === "CONFLICT" ? `settle it by hand: ${resolveCommand(id)}` : null;
}

function course({ intent, trade, outcomes }: Explanation): Record<string, string | null> {
  const quote = intent?.transitions.findLast((step) => step.quote !== null)?.quote ?? null;
  const cost = outcomes.find((one) => one.intent === intent?.intent.id)?.costUsd ?? null;
  const swap = (from: string, to: string): string => `${from} → ${to}`;
  return {
    meant: intent && swap(`${plainDecimal(intent.intent.amount.toFixed())} ${intent.intent.from}`, intent.intent.to),
    quoted:
      quote && `${plainDecimal(quote.toAmount.toFixed())} ${quote.to}, slippage ${plainFixed(quote.slippage, 3)}%`,
    filled:
      trade &&
      swap(
        `${plainDecimal(trade.trade.fromAmount.toFixed())} ${trade.trade.from}`,
        `${plainDecimal(trade.trade.toAmount.toFixed())} ${trade.trade.to}`,
      ),
    cost: cost === null ? null : `${plainUsd(cost)} USD at the known prices`,
  };
}

function knownPrices({ view }: Explanation): string {
  const prices = Object.entries((view?.["prices"] ?? {}) as Record<string, { usd: number; readAt: number } | null>);
  if (prices.length === 0) return "";
  return table(
    ["price known", right("USD"), "read (UTC)"],
    prices.map(([token, known]) => [
      token,
      plainDigits(known?.usd ?? null),
      known === null ? "" : timestamp(known.readAt),
    ]),
    "",
  );
}

function verdicts({ intent: explained, verdicts: said }: Explanation): string {
  if (said.length === 0) return "";
  // One decision may become several trades, each with verdicts of its own.
  const several = said.some(({ intent }) => intent !== null && intent !== explained?.intent.id);
  return table(
    [...(several ? ["intent"] : []), "risk control", "verdict", "code", "reason"],
    said.map(({ intent, control, verdict, code, reason }) => [
      ...(several ? [intent ?? ""] : []),
      ...[control, verdict, code, reason],
    ]),
    "",
  );
}

function steps({ intent }: Explanation): string {
  if (intent === null) return "";
  return table(
    ["at (UTC)", "from", "to", "why"],
    intent.transitions.map(({ at, from, to, detail }) => [
      timestamp(at),
      from,
      to,
      typeof detail["reason"] === "string" ? detail["reason"] : "",
    ]),
    "It stayed PREPARED and was never sent.",
  );
}
