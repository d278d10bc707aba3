import { isAlias, isMap, isScalar, isSeq, type Node, type Pair } from "yaml";
import type { Path } from "../../core/path.js";
import type { ConfigSource } from "./source.js";

interface Place {
  readonly line: number;
  readonly column: number;
}

/** The node at a path, aliases followed; null where there is none. */
export function nodeAt(source: ConfigSource, path: Path): Node | null {
  let node: unknown = source.document.contents;
  for (const step of path) {
    if (isAlias(node)) node = node.resolve(source.document);
    if (isMap(node)) node = pairOf(node.items, step)?.value;
    else if (isSeq(node) && typeof step === "number") node = node.items[step];
    else return null;
  }
  return (node as Node | null | undefined) ?? null;
}

function pairOf(items: readonly Pair[], step: string | number): Pair | undefined {
  return items.find((pair) => isScalar(pair.key) && String(pair.key.value) === String(step));
}

/** Where the value of a path is written; where it is missing, where its nearest parent is. */
export function placeOf(source: ConfigSource, path: Path): Place {
  for (let length = path.length; length >= 0; length--) {
    const node = nodeAt(source, path.slice(0, length));
    if (node === null) continue;
    // A missing member is better shown at its parent's key than inside its first member.
    const start = length < path.length && length > 0 ? keyStart(source, path.slice(0, length)) : null;
    const offset = start ?? node.range?.[0];
    if (offset !== undefined) return at(source, offset);
  }
  return { line: 1, column: 1 };
}

/** Where a key itself is written. */
export function placeOfKey(source: ConfigSource, path: Path): Place {
  const offset = keyStart(source, path);
  return offset === null ? placeOf(source, path) : at(source, offset);
}

function keyStart(source: ConfigSource, path: Path): number | null {
  const step = path.at(-1);
  const map = nodeAt(source, path.slice(0, -1));
  const owner = isAlias(map) ? map.resolve(source.document) : map;
  if (step === undefined || !isMap(owner)) return null;
  const key = pairOf(owner.items, step)?.key;
  return isScalar(key) ? (key.range?.[0] ?? null) : null;
}

function at(source: ConfigSource, offset: number): Place {
  const { line, col } = source.lines.linePos(offset);
  return { line, column: col };
}

/** What is written at a path, for people: the source text of a value, not what it was turned into. */
export function foundAt(source: ConfigSource, path: Path): string {
  const node = nodeAt(source, path);
  if (isMap(node)) {
    const keys = node.items.map((pair) => (isScalar(pair.key) ? String(pair.key.value) : "?"));
    return keys.length === 0 ? "an empty map" : `a map of ${keys.join(", ")}`;
  }
  if (isSeq(node)) return node.items.length === 0 ? "an empty list" : `a list of ${node.items.length}`;
  if (!isScalar(node) || node.value === null) return "nothing";
  const text = node.source ?? JSON.stringify(node.value);
  if (typeof node.value !== "string") return text;
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}…` : text);
}

/** A scalar on the way through a file. */
interface SeenScalar {
  readonly value: unknown;
  /** As it is written. */
  readonly written: string;
  /** Whether it was met before: an alias of one that is written elsewhere. */
  readonly again: boolean;
}

/** Calls `visit` for every scalar value with its path, and puts what it returns in the value's place. An alias of a scalar counts as that scalar; a shared map or list is walked where it is anchored. */
export function eachScalar(source: ConfigSource, visit: (path: Path, scalar: SeenScalar) => unknown): void {
  const seen = new Set<Node>();
  const walk = (node: unknown, path: Path): void => {
    const target = isAlias(node) ? node.resolve(source.document) : node;
    if (isScalar(target)) {
      target.value = visit(path, { value: target.value, written: target.source ?? "", again: seen.has(target) });
      seen.add(target);
    } else if (isMap(node))
      for (const pair of node.items) walk(pair.value, [...path, isScalar(pair.key) ? String(pair.key.value) : "?"]);
    else if (isSeq(node)) node.items.forEach((item, i) => walk(item, [...path, i]));
  };
  walk(source.document.contents, []);
}
