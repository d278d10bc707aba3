import { printable } from "../../core/printable.js";

/** What a command that is to be tried next needs, to mean the same bot: ` --config FILE`, or nothing where none was named. */
export function configOption(config: string | undefined): string {
  return config === undefined ? "" : ` --config ${shellWord(config)}`;
}

/** A file's name as one word of a shell's command. */
export function shellWord(name: string): string {
  return /^[\w./~@%+,:=-]+$/.test(name) ? name : `'${printable(name).replaceAll("'", String.raw`'\''`)}'`;
}
