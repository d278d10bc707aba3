import { someOf } from "../../core/some-of.js";
import { formatLength } from "../../core/time/duration.js";
import type { IntentLog } from "../intent-log.js";
import { differenceText, DOUBT_MS, LEAST_READINGS, type Doubted, type Unexplained } from "./doubted-balances.js";

/** Notes which balances are in doubt since a reading, and which are no longer. Throws where the journal cannot be written. */
export function tellDoubts({ journal, ports }: IntentLog, { begun, believed, cleared }: Doubted): void {
  const texts = (all: readonly Unexplained[]): string =>
    someOf(all.map((one) => differenceText(one, ports.board.usd(one.token))));
  const data = (all: readonly Unexplained[]) => ({ tokens: all.map(({ token }) => token) });
  if (begun.length > 0) {
    const isLoss = begun.some(({ known, sent }) => known.greaterThan(sent));
    const pause = isLoss ? "entries pause, exits go on" : "trades go on";
    const text = `The balances show ${texts(begun)}; no trade in the list explains it. It is not entered yet, ${pause}: it will be once it has stayed so for ${formatLength(DOUBT_MS)} and ${LEAST_READINGS} readings.`;
    journal.note("warn", "balances-doubted", text, data(begun));
  }
  if (believed.length > 0) {
    const lasted = believed[0]?.lasted ?? "";
    const text = `The balances show ${texts(believed)}, in ${lasted}: it is entered, though no trade explains it. Ask the organisers whether they have changed balances.`;
    journal.note("warn", "balances-believed", text, data(believed));
  }
  if (cleared.length > 0)
    journal.note("info", "balances-agree", `The balances of ${someOf(cleared)} agree with the books again`, {
      tokens: cleared,
    });
}
