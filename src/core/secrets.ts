/** Shorter texts than this are not treated as secrets: taking them out would garble ordinary text. */
const SHORTEST = 8;

/** The secrets of this process, so that whatever leaves it (log, error, journal, page) can be scrubbed of them. */
export class Secrets {
  readonly #known = new Set<string>();

  /** Remembers a secret. Texts shorter than 8 characters are ignored. */
  add(secret: string): void {
    if (secret.length >= SHORTEST) this.#known.add(secret);
  }

  /** The text with every known secret replaced by `[secret]`. */
  scrub(text: string): string {
    let clean = text;
    for (const secret of this.#known) clean = clean.replaceAll(secret, "[secret]");
    return clean;
  }

  /** The value with every string in it scrubbed, at any depth; errors become their scrubbed text. */
  scrubValue(value: unknown): unknown {
    if (typeof value === "string") return this.scrub(value);
    if (value instanceof Error) return this.scrub(value.stack ?? value.message);
    if (Array.isArray(value)) return value.map((member) => this.scrubValue(member));
    if (typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype)
      return Object.fromEntries(
        Object.entries(value).map(([key, member]) => [this.scrub(key), this.scrubValue(member)]),
      );
    return value;
  }
}
