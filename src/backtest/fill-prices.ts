import { isPromise, type MaybePromise } from "../core/maybe.js";
import type { ExecuteResult } from "../model/trade.js";
import type { Venue } from "../model/venue.js";
import type { Tape } from "../tape/tape.js";
import { recordedSlippage, type RecordedSlippage } from "./recorded-slippage.js";
import type { BacktestFill } from "./result.js";

/** Where the prices of fills come from: recorded quotes where the tape has them, else the competition's formula; it notes which. */
export class FillPrices {
  readonly #recorded: RecordedSlippage | null;
  /** Ids of trades that recorded quotes have priced. */
  readonly #quoted = new Set<string>();
  #last: BacktestFill["pricedBy"] = "model";

  constructor(tape: Tape) {
    this.#recorded = recordedSlippage(tape);
  }

  /** What an exchange has to know of it. */
  get exchangeOptions(): { readonly recordedSlippage?: RecordedSlippage } {
    const recorded = this.#recorded;
    if (recorded === null) return {};
    return {
      recordedSlippage: (...args) => {
        const slippage = recorded(...args);
        this.#last = slippage === null ? "model" : "quotes";
        return slippage;
      },
    };
  }

  /** An execute that notes where its price comes from; it must answer at once. */
  noting(execute: Venue["execute"]): Venue["execute"] {
    if (this.#recorded === null) return execute;
    return (request, options) => {
      this.#last = "model";
      const result: MaybePromise<ExecuteResult> = execute(request, options);
      if (!isPromise(result) && result.kind === "filled") this.#note(result.trade.id);
      return result;
    };
  }

  #note(tradeId: string): void {
    if (this.#last === "quotes") this.#quoted.add(tradeId);
  }

  pricedBy(tradeId: string): BacktestFill["pricedBy"] {
    return this.#quoted.has(tradeId) ? "quotes" : "model";
  }
}
