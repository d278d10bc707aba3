import { printable } from "../core/printable.js";

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

/** What `JSON.stringify` puts in the place of a remedy, at any depth: the same that a person is told. */
export function advisingRemedies(config: string | undefined): (key: string, value: unknown) => unknown {
  return (key, value) => (key === "remedy" && typeof value === "string" ? advising(value, config) : value);
}

/** A file's name as one word of a shell's command. */
export function shellWord(name: string): string {
  return /^[\w./~@%+,:=-]+$/.test(name) ? name : `'${printable(name).replaceAll("'", String.raw`'\''`)}'`;
}
