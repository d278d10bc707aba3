import type { Tape } from "../../tape/tape.js";

/** A tape as errors name it: by its folder (which one it is nobody has said where the newest of the bot's own is taken), else its label. */
export function namedTape({ folder, label }: Pick<Tape, "folder" | "label">): string {
  return folder === null ? `tape (${label})` : `tape ${folder}`;
}
