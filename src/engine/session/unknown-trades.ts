import { UNDER_WAY } from "../../model/intent.js";
import { iso } from "../../core/time/utc.js";
import { plain } from "../../core/number/decimal.js";
import type { UnknownTrade } from "../../execution/index.js";
import type { EngineContext } from "../context.js";

/** An id that no competition has: of it the journal knows nothing but what is open everywhere. */
export const NO_COMPETITION = "";

/** Trades that earlier runs left unknown, as the journal has them, where this one ends before it has taken them over. */
export function untaken({ ports }: Pick<EngineContext, "ports">): readonly UnknownTrade[] {
  const open = ports.recover(NO_COMPETITION)?.open ?? [];
  return open
    .filter(({ state }) => UNDER_WAY.includes(state))
    .map(({ intent, sent }) => ({ intent, sentAt: sent?.at ?? null, known: "this run did not look for it" }));
}

/** Notes what a run leaves unknown: what was sent, what is known of it, and what a person can do. */
export function noteUnknown({ note }: Pick<EngineContext, "note">, unknown: readonly UnknownTrade[]): void {
  for (const { intent, sentAt, known } of unknown) {
    const { id, amount, from, to, competitionId } = intent;
    const sent = sentAt === null ? "" : `, sent at ${iso(sentAt)}`;
    note(
      "warn",
      "unsettled",
      `It is not known whether ${id} was executed (${plain(amount)} ${from} for ${to}${sent}): ${known}. ${NEXT} \`contender resolve ${id}\`.`,
      { intent: id, competition: competitionId },
    );
  }
}

const NEXT = "The next start looks again; whoever knows what became of it says so with";

/** What can be done about them. */
export function unknownRemedy(ids: readonly string[]): string {
  const which = ids.length === 1 ? `whether ${ids[0] ?? ""} was executed` : `which of ${ids.join(", ")} were executed`;
  return (
    `It is not known ${which}. Start again once the service answers, and it is looked for in its list of trades; ` +
    `where it never will, say what you know: \`contender resolve ${ids[0] ?? ""} --as not-executed --reason …\` (\`--as filled\` takes the trade from that list).`
  );
}
