import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** A request that the real service got, and its answer, the values of which are masked by their types. */
export interface RecordedRow {
  readonly name: string;
  readonly request: {
    readonly method: string;
    readonly path: string;
    /** Sent as JSON. `(as named)`: too long to be kept, the row's name says what it is. */
    readonly body?: unknown;
    /** Sent as it is, as JSON where `contentType` is left out; null: without a type. */
    readonly raw?: string;
    readonly contentType?: string | null;
    /** `KEY` in it stands for the team's key; left out: `Bearer KEY`; null: none. */
    readonly authorization?: string | null;
    readonly headers?: Readonly<Record<string, string>>;
  };
  readonly answer: { readonly status: number; readonly contentType: string; readonly shape: Shape };
}

/** A masked value: `string`, `number` and `null` stand for any such value, a list has one element at most; all else is literal. */
export type Shape = string | boolean | number | readonly Shape[] | { readonly [key: string]: Shape };

export function recordedRows(file: string): readonly RecordedRow[] {
  const path = fileURLToPath(new URL(`../fixtures/recorded/${file}`, import.meta.url));
  const lines = readFileSync(path, "utf8").trim().split("\n");
  return lines.map((line) => JSON.parse(line) as RecordedRow);
}

/** A value with the masks of a shape in the places where they fit: equal to the shape where it has that shape. */
export function masked(value: unknown, shape: Shape | undefined): unknown {
  if (shape === "null" && value === null) return "null";
  if ((shape === "string" || shape === "number") && typeof value === shape) return shape;
  if (Array.isArray(value)) {
    const [first] = Array.isArray(shape) ? (shape as readonly Shape[]) : [];
    return value.slice(0, 1).map((item) => masked(item, first));
  }
  if (typeof value !== "object" || value === null) return cut(value, shape);
  const members = new Map(Object.entries(typeof shape === "object" ? shape : {}));
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, masked(member, members.get(name))]));
}

/** Texts were recorded up to some length. */
function cut(value: unknown, shape: Shape | undefined): unknown {
  const long = typeof value === "string" && typeof shape === "string" && shape.length >= LONGEST;
  return long ? value.slice(0, shape.length) : value;
}
const LONGEST = 80;
