import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** The file of the key, and those that a rotation leaves beside it. */
export const KEY_FILES = ["key", "key.rotating", "key.next", "key.previous", "key.answer"] as const;

/** Where a kill loses the new key for good: the service has told it, and it is not on disk yet. */
const LOSING: readonly string[] = ["request.resetApiKey:after", "key.next:before"];

/** What a command left behind, and what the service holds valid. */
export interface Aftermath {
  readonly folder: string;
  /** The one key that is valid now. */
  readonly valid: string;
  /** Every key that there ever was. */
  readonly keys: readonly string[];
}

/** Whether a key that is on disk is the valid one. */
export function hasAccess({ folder, valid }: Aftermath): boolean {
  return keyFilesIn(folder).some((name) => readFileSync(join(folder, name), "utf8").includes(valid));
}

/** What is wrong with files: a key file that others may read, or a key in any other file. */
export function judgeFiles({ folder, keys }: Aftermath): string[] {
  const open = keyFilesIn(folder).flatMap((name) => {
    const mode = statSync(join(folder, name)).mode & 0o777;
    return mode === 0o600 ? [] : [`${name} has the mode ${mode.toString(8)}`];
  });
  const elsewhere = readdirSync(folder, { recursive: true, encoding: "utf8" }).flatMap((name) => {
    const path = join(folder, name);
    if ((KEY_FILES as readonly string[]).includes(name) || !statSync(path).isFile()) return [];
    const text = readFileSync(path, "latin1");
    return keys.some((key) => text.includes(key)) ? [`a key stands in ${name}`] : [];
  });
  return [...open, ...elsewhere];
}

/**
 * What is wrong after a rotation, and the command that came next.
 *
 * @param struck where the rotation was killed, null: it ended by itself
 * @param answerLost whether the service's answer to the reset was lost on its way
 */
export function judgeAccess(
  access: boolean,
  struck: string | null,
  answerLost: boolean,
  next: { readonly code: number | null; readonly said: string },
): string[] {
  const where = struck === null ? "after a rotation" : `after a kill at ${struck}`;
  const said = `it ended with ${next.code}, saying: ${next.said.slice(-500)}`;
  if (access) return next.code === 0 ? [] : [`a key on disk is valid, but ${where} the next command failed: ${said}`];
  if (!answerLost && (struck === null || !LOSING.includes(struck))) return [`the key was lost ${where}: ${said}`];
  const told = /rotation was cut short|no longer valid, and the answer/.test(next.said) && /organisers/.test(next.said);
  return next.code !== 0 && told ? [] : [`the key was lost ${where}, and nobody said so: ${said}`];
}

function keyFilesIn(folder: string): string[] {
  return readdirSync(folder).filter((name) => (KEY_FILES as readonly string[]).includes(name));
}
