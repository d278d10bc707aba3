import { ArgumentError } from "./arguments.js";
import { Decimal } from "./number/decimal.js";

/** Shorter texts than this are not treated as secrets: taking them out would garble ordinary text. */
const SHORTEST = 8;

/** Deeper down objects of a class are left out: a connection or a client would drag in half of the program. */
const DEEPEST = 5;

/** The secrets of this process, so that whatever leaves it (log, error, database, page) can be scrubbed of them. */
export class Secrets {
  readonly #known = new Set<string>();

  /** Remembers a secret, and what it looks like in JSON, in a URL, in hexadecimal and in base64. Texts shorter than 8 characters are ignored. Throws ArgumentError for what is no text. */
  add(secret: string): void {
    if (typeof secret !== "string")
      throw new ArgumentError("Secrets.add", [{ path: [], message: `must be a text, it is ${typeof secret}` }]);
    if (secret.length < SHORTEST) return;
    for (const form of formsOf(secret)) this.#known.add(form);
  }

  /** The text with every known secret replaced by `[secret]`; what is no text is given back as it is. */
  scrub(text: string): string {
    // A log is given all kinds of things by plain JavaScript, and must not fail by them.
    if (typeof text !== "string") return text;
    let clean = text;
    for (const secret of this.#known) clean = clean.replaceAll(secret, "[secret]");
    return clean;
  }

  /**
   * The value with every string in it scrubbed, at any depth; errors become their scrubbed text, objects of a class what
   * they are in JSON (but dates, decimals and bytes stay; the sixth level and below is `[deep]`), and an object within itself `[circular]`.
   */
  scrubValue(value: unknown): unknown {
    // Most processes know no secret: then nothing of what JSON shows as it is can change.
    if (this.#known.size === 0 && isBare(value, DEEPEST)) return value;
    return this.#scrubWithin(value, new Set());
  }

  #scrubWithin(value: unknown, above: Set<object>): unknown {
    if (typeof value === "string") return this.scrub(value);
    if (typeof value !== "object" || value === null || isTextless(value)) return value;
    if (value instanceof Error) return this.scrub(value.stack ?? value.message);
    if (above.has(value)) return "[circular]";
    if (above.size >= DEEPEST && !isPlain(value)) return "[deep]";
    above.add(value);
    const clean = this.#scrubMembers(value, (member) => this.#scrubWithin(member, above));
    above.delete(value);
    return clean;
  }

  #scrubMembers(value: object, scrub: (member: unknown) => unknown): unknown {
    if (Array.isArray(value)) return value.map(scrub);
    if (value instanceof Set) return new Set([...value].map(scrub));
    if (value instanceof Map) return new Map([...value].map(([key, member]) => [scrub(key), scrub(member)]));
    if (tellsItself(value)) return scrub(value.toJSON());
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [this.scrub(key), scrub(member)]));
  }
}

function tellsItself(value: object): value is { toJSON(): unknown } {
  return "toJSON" in value && typeof value.toJSON === "function";
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === Object.prototype || prototype === null;
}

/** Whether there are only texts, numbers and such in it, lists and plain objects of these, and no deeper than `depth` levels. */
function isBare(value: unknown, depth: number): boolean {
  if (typeof value !== "object") return typeof value !== "function";
  if (value === null) return true;
  if (depth === 0 || !isPlain(value) || tellsItself(value)) return false;
  if (Array.isArray(value)) return value.every((member) => isBare(member, depth - 1));
  for (const key in value) if (!isBare((value as Record<string, unknown>)[key], depth - 1)) return false;
  return true;
}

function isTextless(value: object): boolean {
  return value instanceof Date || Decimal.isDecimal(value) || ArrayBuffer.isView(value);
}

/** The ways in which a text commonly stands within another one, itself first. */
function formsOf(secret: string): string[] {
  const forms = [secret, JSON.stringify(secret).slice(1, -1), inUrl(secret), Buffer.from(secret).toString("hex")];
  // In base64 a text looks different by how many bytes stand before it; what depends on its neighbours is left out.
  for (const before of [0, 1, 2]) {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]);
    const [from, to] = [Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6)];
    for (const code of ["base64", "base64url"] as const) forms.push(bytes.toString(code).slice(from, to));
  }
  return forms;
}

function inUrl(secret: string): string {
  try {
    return encodeURIComponent(secret);
  } catch {
    // Half a surrogate pair stands in no URL.
    return secret;
  }
}
