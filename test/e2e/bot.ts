import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { Finished } from "./process.js";
import { emptyFolder } from "../support/empty-folder.js";

/** A strategy file of one `decide` (and whatever else it has), deciding every second. */
export function strategy(name: string, members: string): string {
  return `import { defineStrategy, token, z } from "contender";
export default defineStrategy({
  name: "${name}",
  summary: "For a test.",
  params: z.object({ token: token("WETH.eth").optional(), count: z.number().min(1).default(1) }),
  schedule: "* * * * * *",
  ${members}
});
`;
}

/** One that does nothing wrong, and nothing else. */
export const HOLDS = strategy("holds", `decide: ({ hold }) => hold({ reason: "all is well" }),`);

/** A folder of its own with these files in it. */
export function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = emptyFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

/** What must be true of a command that ended badly. */
export interface Told {
  readonly code: number;
  /** Of what it says: the problem, the remedy. */
  readonly says: readonly RegExp[];
  /** What must stand nowhere. */
  readonly secret?: string | undefined;
}

/** Expects that a command ended with this code, said what was wrong and what to do, and showed neither stack nor key. */
export function expectTold(finished: Finished, { code, says, secret }: Told): void {
  const text = `${finished.stdout}\n${finished.stderr}`;
  for (const sentence of says) expect(text).toMatch(sentence);
  expect(finished.code, text).toBe(code);
  expectNoStack(text);
  if (secret !== undefined) expect(text).not.toContain(secret);
}

/** Expects that a text for people has no stack trace in it. */
export function expectNoStack(text: string): void {
  expect(text).not.toMatch(/^\s+at \S|\\n\s+at \S| {4}at \S+ \(|node:internal/m);
}

/** Expects that a secret stands in no file of a folder. */
export function expectNowhere(secret: string, folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const file = join(folder, name);
    if (statSync(file).isFile()) expect(readFileSync(file, "latin1").includes(secret), name).toBe(false);
  }
}
