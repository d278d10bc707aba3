import type { Intent } from "../../../src/model/intent.js";
import type { Trade } from "../../../src/model/trade.js";
import { notLate } from "./lateness.js";
import type { Event, Witness, Written } from "./witness.js";
import type { World } from "./world.js";

/**
 * What is wrong with a conflict; null where it is none, or one that the service's ledger proves: a person is called for
 * nothing but what the bot could not know, beyond what the settling time is made for.
 *
 * @param made the trades that were really made of the intent
 */
export function falseConflict(written: Written, made: readonly Trade[], world: World): string | null {
  const { intent, steps } = written;
  const last = steps.at(-1);
  if (last?.to !== "CONFLICT") return null;
  const { beyond, reasons } = world.scene;
  if (!beyond && !reasons) return "CONFLICT, though everything was within the settling time";
  const at = world.witness.events.findIndex((event) => event.kind === "step" && event.step === last);
  const before = world.witness.events.slice(0, at);
  const seenAt = world.witness.events[at]?.at ?? 0;
  const unseen = unseenAt(world, before, seenAt, intent.competitionId);
  const { code } = last.detail as { code?: string };
  switch (code) {
    case "LATE_TRADE": {
      const trade = made.find(({ id }) => id === last.trade?.id);
      if (trade === undefined) {
        if (reasons && unseen.some((other) => alike(other, intent))) return null;
        return "CONFLICT by a late trade that was never made of it";
      }
      const problem = notLate(written, trade, world);
      return problem && `CONFLICT by a late trade that was not late: ${problem}`;
    }
    case "BALANCES_MOVED": {
      const pair = [intent.from, intent.to];
      const moved = unseen.some(({ from, to }) => pair.includes(from) || pair.includes(to));
      return moved ? null : "CONFLICT by balances that moved, though every trade in its tokens was known by then";
    }
    case "CONTRADICTION":
      return reasons && unseen.some((trade) => alike(trade, intent))
        ? null
        : "CONFLICT by a contradiction, though no unknown trade without its marker was like it";
    default:
      return `CONFLICT for a reason that nothing proves: ${code}`;
  }
}

/** Why a person was called, by the code of the last step. */
const CAUSES = new Map([
  ["LATE_TRADE", "conflicts by a late trade"],
  ["BALANCES_MOVED", "conflicts by moved balances"],
  ["CONTRADICTION", "conflicts by a contradiction"],
]);

/** How often each reason of a conflict arose; one that did not is there too. */
export function conflictsBy({ events }: Witness): Record<string, number> {
  const counts: Record<string, number> = Object.fromEntries([...CAUSES.values()].map((cause) => [cause, 0]));
  for (const event of events) {
    if (event.kind !== "step" || event.step.to !== "CONFLICT") continue;
    const { code } = event.step.detail as { code?: string };
    const cause = CAUSES.get(code ?? "") ?? "conflicts by anything else";
    counts[cause] = (counts[cause] ?? 0) + 1;
  }
  return counts;
}

/** The trades that had really been made by then, and that the journal did not know of. */
function unseenAt(world: World, before: readonly Event[], at: number, competition: string): Trade[] {
  const known = new Set(
    before.flatMap((event) => {
      if (event.kind === "foreign") return [event.trade.id];
      return event.kind === "step" && event.step.trade !== undefined ? [event.step.trade.id] : [];
    }),
  );
  return world.service
    .trades()
    .filter((trade) => trade.competitionId === competition && trade.at <= at && !known.has(trade.id));
}

function alike(trade: Trade, { from, to, amount }: Intent): boolean {
  return trade.from === from && trade.to === to && trade.fromAmount.toNumber() === amount.toNumber();
}
