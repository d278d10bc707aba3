/** What an API key of the public service looks like, whether or not this process knows it. */
const KEY = /[0-9a-f]{16}(?:_|%5f)[0-9a-f]{16}/gi;

/** The text without whatever looks like an API key: for where the secrets of the process may not be known yet. */
export function scrubKeys(text: string): string {
  return text.replace(KEY, "[secret]");
}
