import { messageOf } from "../../core/errors.js";
import { TapeFileError, TapeHeaderError } from "../errors.js";
import { shapeProblem } from "./json-shape.js";
import { tableOf, type JsonTable } from "./json-table.js";

/** Bytes of JSON that are read at most: once it is parsed it takes many times as much memory. */
const MOST = 100 * 1_000_000;
const [BRACKET, BRACE] = [0x5b, 0x7b];
const SPACES = [9, 10, 13, 32];

/** Whether a file is JSON, by its first sign. */
export function isJson(bytes: Uint8Array): boolean {
  const first = bytes.find((byte) => !SPACES.includes(byte));
  return first === BRACKET || first === BRACE;
}

/**
 * Rows of JSON as lines of CSV: arrays of rows, objects with names, columns as pandas writes them, JSON Lines, and any of
 * these inside an answer of an exchange. Throws TapeFileError, TapeHeaderError.
 */
export function csvOfJson(file: string, bytes: Uint8Array, most = MOST): Uint8Array {
  if (bytes.length > most)
    throw new TapeFileError(`${file} is JSON of ${mega(bytes.length)}, and at most ${mega(most)} of JSON are read`, {
      remedy: "Write it as CSV, or split it and import all parts at once, into one tape: `contender tape import`.",
    });
  const problem = shapeProblem(bytes);
  if (problem !== null)
    throw new TapeFileError(`${file} is JSON that is not read: ${problem}`, {
      remedy: "Check its content. If it holds prices, write them as CSV.",
    });
  const table = tableOf(parsed(file, new TextDecoder().decode(bytes)));
  if (table === null)
    throw new TapeHeaderError(`${file} is JSON without recognisable rows`, {
      remedy:
        'Write an array of rows, [[time, open, high, low, close, volume], …] or [{"timestamp": …, "open": …}, …], or CSV.',
    });
  return new TextEncoder().encode(csvOf(table));
}

const mega = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;

function parsed(file: string, text: string): unknown {
  try {
    return isLines(text) ? linesOf(text).map((line): unknown => JSON.parse(line)) : JSON.parse(text);
  } catch (cause) {
    throw new TapeFileError(`${file} is broken JSON (cut short or damaged): ${messageOf(cause)}`, {
      cause,
      remedy: "Fetch the file again.",
    });
  }
}

const linesOf = (text: string): string[] => text.split("\n").filter((line) => line.trim() !== "");

/** JSON Lines: the first line is a whole value, and others follow. */
function isLines(text: string): boolean {
  const start = text.trimStart();
  const end = start.indexOf("\n");
  if (end === -1 || start.slice(end).trim() === "") return false;
  try {
    JSON.parse(start.slice(0, end));
    return true;
  } catch {
    return false;
  }
}

function csvOf({ names, rows }: JsonTable): string {
  const lines = rows.map((row) => row.map(cellOf).join(","));
  return [...(names === null ? [] : [names.map(cellOf).join(",")]), ...lines, ""].join("\n");
}

function cellOf(value: unknown): string {
  // What is nested is no cell.
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") return "";
  const text = String(value);
  const line = text.replaceAll(/[\r\n]+/g, " ");
  return /[",]/.test(line) ? `"${line.replaceAll('"', '""')}"` : line;
}
