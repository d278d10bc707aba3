import type { TokenName } from "../model/token.js";
import type { ChartSpec, ColourName } from "./charts.js";
import { heldBy } from "./data/holding.js";
import type { Html } from "./html.js";
import type { ReportRun } from "./input.js";

/** A part of the page with a heading of its own. */
export interface Section {
  /** Of the element, for links. */
  readonly id: string;
  readonly title: string;
  /** For the list of sections at the top of the page, a word or two. */
  readonly short: string;
  readonly body: Html;
}

/** A run and what its sections share. */
export interface ShownRun extends ReportRun {
  /** Its place among the runs, from 0. */
  readonly index: number;
  /** How many runs the page shows. */
  readonly of: number;
  /** A token has the same colour in all charts of the page. */
  colourOf(token: TokenName): ColourName;
}

/** How many colours there are for tokens. */
const COLOURS = 10;

export function shownRuns(runs: readonly ReportRun[]): ShownRun[] {
  const colourOf = tokenColours(runs);
  return runs.map((run, index) => ({ ...run, index, of: runs.length, colourOf }));
}

/** Traded and held tokens get the first colours: their charts are side by side most often. */
function tokenColours(runs: readonly ReportRun[]): (token: TokenName) => ColourName {
  const places = new Map<TokenName, number>();
  const place = (token: TokenName): number => {
    const known = places.get(token) ?? places.size;
    places.set(token, known);
    return known;
  };
  for (const { result } of runs) result.rivals.forEach((rival) => rival.kind === "token" && place(heldBy(rival)));
  for (const { prices } of runs) prices.tokens.forEach(place);
  return (token) => `token${place(token) % COLOURS}`;
}

/** The charts of the page; ids are given in the order in which they are added. */
export class ChartBook {
  readonly #charts = new Map<string, ChartSpec>();

  /** The id of the element that it is drawn into. */
  add(spec: ChartSpec): string {
    const id = `chart-${this.#charts.size + 1}`;
    this.#charts.set(id, spec);
    return id;
  }

  all(): Record<string, ChartSpec> {
    return Object.fromEntries(this.#charts);
  }
}
