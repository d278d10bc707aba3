import { canonicalJson, type JsonObject } from "../../../src/core/json.js";
import type { Outcome } from "../../../src/model/outcome.js";
import { shownOutcomes } from "../../../src/journal/checks.js";

/** Outcomes that no tick has yet shown to their strategy. */
export class WaitingOutcomes {
  #waiting: { readonly strategy: string; readonly outcome: Outcome }[] = [];

  add(strategy: string, outcome: Outcome): void {
    this.#waiting.push({ strategy, outcome });
  }

  shown(strategy: string, view: JsonObject): void {
    for (const shown of shownOutcomes(view)) {
      const text = canonicalJson(shown);
      const i = this.#waiting.findIndex((one) => one.strategy === strategy && canonicalJson(one.outcome) === text);
      if (i !== -1) this.#waiting.splice(i, 1);
    }
  }

  list(): readonly { readonly strategy: string; readonly outcome: Outcome }[] {
    return this.#waiting;
  }
}
