import { ContenderError, toldOf } from "../core/errors.js";
import type { Log } from "../core/log.js";
import { someOf } from "../core/some-of.js";
import { LedgerError } from "../ledger/index.js";
import { JournalError } from "../model/journal-error.js";
import type { End, EndCode } from "./result.js";

/** An end of the bot; an empty remedy: nothing needs to be done. */
export function end(code: EndCode, reason: string, remedy = ""): End {
  return { code, reason, remedy };
}

/** What the end of a single tick asks of a strategy. */
interface OnceRun {
  readonly name: string;
  readonly disabled: object | null;
  readonly saidWarmingUp: boolean;
}

/** How a single tick of every strategy ended: well where none failed; one that still waits for its bars has decided nothing. */
export function endOfOnce({ runs }: { readonly runs: readonly OnceRun[] }): End {
  const disabled = runs.filter((run) => run.disabled !== null).length;
  if (disabled > 0) return end("FAILED", `${disabled} of ${runs.length} strategies could not decide`);
  const waiting = runs.filter((run) => run.saidWarmingUp).map(({ name }) => name);
  if (waiting.length === 0) return end("ONCE", "Every strategy decided once");
  const decided = waiting.length === runs.length ? "No strategy decided" : "Every other strategy decided once";
  const remedy = "Name recorded prices under `history`, or let the bot run on: it keeps the prices that it reads.";
  return end("ONCE", `${decided}: ${waiting.join(", ")} had too few bars`, remedy);
}

/** None is active, and it shall not wait for those `to come`, by their names. */
export function endOfNotBegun(toCome: readonly string[], { once }: { readonly once: boolean }): End {
  const list = toCome.length === 0 ? "" : `; to come: ${toCome.join(", ")}`;
  const remedy = once
    ? "Run it again when one has begun: --once waits for none."
    : "Set competition.wait to true, and the bot waits for it.";
  return end("NOT_BEGUN", `No competition is active${list}`, remedy);
}

/** Something that the bot cannot go on with; the log is told of it. */
export function endOfFailure(error: unknown, log: Log): End {
  const end = failed(error);
  log.error(end.reason, end.remedy === "" ? {} : { remedy: end.remedy });
  log.debug("Where that came from", { stack: error instanceof Error ? error.stack : undefined });
  return end;
}

/** Whether an error says that the journal, the books or the program are at fault, and not the service. */
export function isFault(error: unknown): boolean {
  return error instanceof JournalError || error instanceof LedgerError || !(error instanceof ContenderError);
}

/** The same, where the log has been told. */
export function failed(error: unknown): End {
  const { code, message, remedy } = toldOf(error);
  return { code: "FAILED", reason: message, remedy, error: code };
}

/** The drawdown stop of config. */
export function endOfDrawdown(reason: string): End {
  const remedy =
    "Look at what happened. While equity is that low a start trades nothing and stops again: to go on all the same, raise risk.drawdownStop.share or take it out.";
  return end("DRAWDOWN_STOP", reason, remedy);
}

/** No strategy makes decisions any more, and nothing else is configured that the bot would stay for. */
export function endOfDisabled(strategies: readonly { readonly name: string }[]): End {
  const names = someOf(strategies.map(({ name }) => name));
  const reason = `Every strategy is disabled, since its runs failed: ${names}`;
  const remedy =
    "Fix what is wrong (`contender journal notes` has each error), then start the bot again: it tries every strategy anew.";
  return end("STRATEGIES_DISABLED", reason, remedy);
}

/** Somebody else trades on this account, and config says that the bot then leaves it to a person. */
export function endOfForeign(trades: readonly { readonly id: string }[]): End {
  const remedy =
    "Look for another bot with this key. The next start has these trades in its books and goes on, until others turn up.";
  return end("FOREIGN_TRADES", `Somebody else trades on this account: ${someOf(trades.map(({ id }) => id))}`, remedy);
}
