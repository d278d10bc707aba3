import { printable } from "../../core/printable.js";

/** What a command that is to be tried next needs, to mean the same bot: ` --config FILE`, or nothing where none was named. */
export function configOption(config: string | undefined): string {
  return config === undefined ? "" : ` --config ${shellWord(config)}`;
}

/** A text for people in which each command that it advises, `contender …` in backticks, names the config file that was named. */
export function advising(text: string, config: string | undefined): string {
  if (config === undefined) return text;
  return text.replaceAll(/`contender [^`]+/g, (command) =>
    /--(?:config|help)\b/.test(command) ? command : command + configOption(config),
  );
}

/** A file's name as one word of a shell's command. */
export function shellWord(name: string): string {
  return /^[\w./~@%+,:=-]+$/.test(name) ? name : `'${printable(name).replaceAll("'", String.raw`'\''`)}'`;
}
