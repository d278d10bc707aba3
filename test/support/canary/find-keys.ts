/** Two groups of 16 hex digits: what every API key looks like, in a test as at the public service. */
const PLAIN = /[0-9a-f]{16}(?:_|%5f|\\u005f)[0-9a-f]{16}/gi;

/** The same, each byte as two hex digits. */
const HEX = /(?:3[0-9]|[46][1-6]){16}5f(?:3[0-9]|[46][1-6]){16}/gi;

/** Long enough for a key in base64 or base64url, whatever stands around it. */
const BASE64 = /[A-Za-z0-9+/_-]{44,}/g;

/** Half a key. */
const GROUP = /(?<![0-9a-f])[0-9a-f]{16}(?![0-9a-f])/gi;

/**
 * The API keys in a text or in bytes, also URL-encoded, as JSON escapes, in hexadecimal and in base64. They are known by
 * their looks, so that no test has to name its own; of `issued` keys half is enough.
 */
export function findKeys(content: string | Buffer, issued: ReadonlySet<string> = new Set()): string[] {
  const text = typeof content === "string" ? content : content.toString("latin1");
  const found = plainKeys(text);
  for (const [run] of text.matchAll(HEX)) found.push(...plainKeys(Buffer.from(run, "hex").toString("latin1")));
  for (const [run] of text.matchAll(BASE64))
    for (const skipped of [0, 1, 2, 3])
      found.push(...plainKeys(Buffer.from(run.slice(skipped), "base64").toString("latin1")));
  const halves = new Set([...issued].flatMap((key) => key.split("_")));
  if (halves.size > 0)
    for (const [group] of text.matchAll(GROUP)) if (halves.has(group.toLowerCase())) found.push(group);
  return [...new Set(found)];
}

function plainKeys(text: string): string[] {
  return [...text.matchAll(PLAIN)].map(([key]) => key.replace(/%5f|\\u005f/i, "_").toLowerCase());
}
