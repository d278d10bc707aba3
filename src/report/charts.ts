import type { EncodedTimes } from "./data/encode.js";
import type { FillColumns } from "./data/fills.js";

/** The data of the page's charts, as JSON inside the page, read by page/main.js. */
export interface PageData {
  /** What the time axes show, epoch milliseconds. */
  readonly from: number;
  readonly to: number;
  /** By the id of the element that each is drawn into. */
  readonly charts: Readonly<Record<string, ChartSpec>>;
  /** Of each run, in their order. */
  readonly fills: readonly FillColumns[];
}

export type ChartSpec = LinesSpec | StackSpec | PriceSpec | BarsSpec;

/** The name of a colour of the page's palette (style/colours.ts), such as `run0` or `token3`. */
export type ColourName = string;

export interface LineSpec {
  readonly name: string;
  readonly colour: ColourName;
  /** CSS pixels. */
  readonly width: number;
  readonly dash: readonly number[] | null;
  readonly values: readonly (number | null)[];
}

/** A shaded range of time. Epoch milliseconds. */
export interface Stretch {
  readonly from: number;
  readonly until: number;
}

/** Curves over time. */
export interface LinesSpec {
  readonly kind: "lines";
  readonly unit: "usd" | "fraction";
  readonly height: number;
  readonly time: EncodedTimes;
  readonly lines: readonly LineSpec[];
  /** The value of no change, from which a second axis shows the distance; null for none. */
  readonly base: number | null;
  /** Whether the area between the line and zero is filled. */
  readonly filled: boolean;
  readonly stretch: Stretch | null;
}

/** Shares of a whole over time, one on top of the other. */
export interface StackSpec {
  readonly kind: "stack";
  readonly height: number;
  readonly time: EncodedTimes;
  readonly layers: readonly Pick<LineSpec, "name" | "colour" | "values">[];
}

/** A price with the trades in it. */
export interface PriceSpec {
  readonly kind: "price";
  readonly height: number;
  readonly token: string;
  readonly colour: ColourName;
  readonly time: EncodedTimes;
  readonly price: readonly (number | null)[];
  /** Which of `PageData.fills` are marked. */
  readonly run: number;
}

/** Counts in bins, or returns one after the other: below zero in one colour, from zero on in another. */
export interface BarsSpec {
  readonly kind: "bars";
  readonly height: number;
  /** Unit of the lower edges, or of the times of the bars. */
  readonly x: "usd" | "fraction" | "time";
  readonly y: "count" | "fraction";
  /** Edges, or epoch milliseconds. */
  readonly at: readonly number[];
  /** Of a bar, in units of x. */
  readonly width: number;
  /** The range that a bar covers, in units of x. A window may be longer than the step to the next one. */
  readonly span: number;
  /** Where what the first bar is of begins, and what the last one is of ends: outer bins hold what lies beyond them too. */
  readonly from: number;
  readonly to: number;
  readonly values: readonly number[];
  /** The name of one counted item. */
  readonly noun: string;
}
