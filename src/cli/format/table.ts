import { styleText } from "node:util";
import Table from "cli-table3";
import { printable } from "../../core/printable.js";

/** A column: its title, and whether its values are numbers (right-aligned). */
export type Column = string | { readonly title: string; readonly right: true };

export const right = (title: string): Column => ({ title, right: true });

const NOTHING = {
  top: "",
  "top-mid": "",
  "top-left": "",
  "top-right": "",
  bottom: "",
  "bottom-mid": "",
  "bottom-left": "",
  "bottom-right": "",
  left: "",
  "left-mid": "",
  mid: "",
  "mid-mid": "",
  right: "",
  "right-mid": "",
  middle: "  ",
};

/** A table without lines. Values are made printable because they may come from outside. */
export function table(columns: readonly Column[], rows: readonly (readonly string[])[], empty: string): string {
  if (rows.length === 0) return empty;
  const titles = columns.map((column) => (typeof column === "string" ? column : column.title));
  const grid = new Table({
    head: titles.map((title) => styleText("bold", title)),
    colAligns: columns.map((column) => (typeof column === "string" ? "left" : "right")),
    chars: NOTHING,
    style: { head: [], border: [], "padding-left": 0, "padding-right": 0 },
  });
  grid.push(...rows.map((row) => row.map(printable)));
  return grid.toString().replace(/[ \t]+$/gm, "");
}

/** Lines of label and value. */
export function facts(lines: Readonly<Record<string, string | null>>): string {
  const shown = Object.entries(lines).filter((line): line is [string, string] => line[1] !== null);
  const width = Math.max(...shown.map(([label]) => label.length));
  return shown.map(([label, value]) => `${label.padEnd(width)}  ${printable(value)}`).join("\n");
}
