/** Shorter texts than this are not treated as secrets: taking them out would garble ordinary text. */
const SHORTEST = 8;

/** The secrets of this process, so that whatever leaves it (log, error, journal, page) can be scrubbed of them. */
export class Secrets {
  readonly #known = new Set<string>();

  /** Remembers a secret, and what it looks like in JSON, in a URL, in hexadecimal and in base64. Texts shorter than 8 characters are ignored. */
  add(secret: string): void {
    if (secret.length < SHORTEST) return;
    for (const form of formsOf(secret)) this.#known.add(form);
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
