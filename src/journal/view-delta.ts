import type { JsonObject, JsonValue } from "../core/json.js";

/** Every so many views of a strategy one is stored whole, so that any of them can be had without reading the run from its start. */
const WHOLE_EVERY = 100;

/** What differs from the view before, member by member at the top level. */
export type ViewDelta = { readonly set?: JsonObject; readonly gone?: readonly string[] };

export type StoredView =
  { readonly whole: true; readonly view: JsonObject } | { readonly whole: false; readonly view: ViewDelta };

interface Last {
  /** JSON text by member. */
  readonly texts: ReadonlyMap<string, string>;
  readonly sinceWhole: number;
}

/** Turns the views of a run's strategies, as they come, into what is stored of them. */
export class ViewDeltas {
  readonly #last = new Map<string, Last>();

  /** What is to be stored of a strategy's next view. */
  next(strategy: string, view: JsonObject): StoredView {
    const texts = new Map<string, string>();
    for (const [key, value] of Object.entries(view)) texts.set(key, JSON.stringify(value));
    const last = this.#last.get(strategy);
    if (last === undefined || last.sinceWhole + 1 >= WHOLE_EVERY) {
      this.#last.set(strategy, { texts, sinceWhole: 0 });
      return { whole: true, view };
    }
    this.#last.set(strategy, { texts, sinceWhole: last.sinceWhole + 1 });
    return { whole: false, view: difference(last.texts, texts, view) };
  }

  /** Begins anew: every strategy's next view is stored whole. For a new run, and after a write that failed. */
  forget(): void {
    this.#last.clear();
  }
}

function difference(before: Last["texts"], after: Last["texts"], view: JsonObject): ViewDelta {
  const changed = Object.entries(view).filter(([key]) => before.get(key) !== after.get(key));
  const gone = [...before.keys()].filter((key) => !after.has(key));
  return {
    ...(changed.length > 0 ? { set: Object.fromEntries(changed) } : {}),
    ...(gone.length > 0 ? { gone } : {}),
  };
}

/** The view of which `stored` was kept; `before` is the strategy's view before it, null where there is none. */
export function restoreView(before: JsonObject | null, stored: StoredView): JsonObject {
  if (stored.whole) return stored.view;
  const { set = {}, gone = [] } = stored.view;
  const members = new Map<string, JsonValue>(Object.entries(before ?? {}));
  for (const key of gone) members.delete(key);
  for (const [key, value] of Object.entries(set)) members.set(key, value);
  return Object.fromEntries(members);
}
