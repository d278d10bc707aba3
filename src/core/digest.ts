import { createHash } from "node:crypto";

/** Sixteen hex digits that stand for a text: the beginning of its SHA-256. */
export function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
