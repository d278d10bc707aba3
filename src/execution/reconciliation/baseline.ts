import { messageOf } from "../../core/errors.js";
import type { IntentLog } from "../intent-log.js";
import type { TradeWatch } from "./trade-watch.js";

/** The trades made up to now, read once: without them an empty list would prove nothing. */
export class Baseline {
  readonly #recorder: IntentLog;
  readonly #watch: TradeWatch;
  #read = false;

  constructor(recorder: IntentLog, watch: TradeWatch) {
    this.#recorder = recorder;
    this.#watch = watch;
  }

  /** At once where they were read already. Rejects where they cannot be read. */
  ready(): Promise<void> | undefined {
    return this.#read ? undefined : this.#take();
  }

  /** Reads them; what cannot be read is read before the first trade. */
  async tryNow(): Promise<void> {
    try {
      await this.ready();
    } catch (error) {
      if (this.#recorder.journal.halted) return;
      this.#recorder.ports.log.warn("The trades made so far cannot be read yet; they are read before the first trade", {
        error: messageOf(error),
      });
    }
  }

  async #take(): Promise<void> {
    const { ledger, venue } = this.#recorder.ports;
    // As it is when they are asked for: the balances that books open with are read after that, and hold them.
    const entered = ledger.isEmpty();
    const list = await venue.trades({ purpose: "trade" });
    this.#watch.observe(list, entered);
    // Those of earlier runs are known, but not when they were made.
    const trades = this.#recorder.trades;
    for (const trade of list.toReversed())
      if (trade.success && trade.competitionId === ledger.competitionId) trades.seen(trade);
    this.#read = true;
  }
}
