import type { EncodedTimes } from "./data/encode.js";
import type { FillColumns } from "./data/fills.js";

/** What the page's script draws, as JSON inside of the page: page/main.js reads it. */
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

/** A stretch of time that is shaded. Epoch milliseconds. */
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
  /** The value that counts as no change: a second axis says how far from it; null for none. */
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
  /** How far that reaches which a bar is of, in units of x: a window may be longer than the step to the next one. */
  readonly span: number;
  /** Where what the first bar is of begins, and what the last one is of ends: outer bins hold what lies beyond them too. */
  readonly from: number;
  readonly to: number;
  readonly values: readonly number[];
  /** What one thing that is counted is called. */
  readonly noun: string;
}
