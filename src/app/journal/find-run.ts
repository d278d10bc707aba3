import { existsSync, readdirSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { suggested } from "../../core/nearest.js";
import { journalWrittenAt } from "../../journal/index.js";
import { JournalError } from "../../model/journal-error.js";
import { UnknownRunError } from "../../replay/index.js";
import type { LoadedConfig } from "../config/load.js";
import { backtestsOf, UNFINISHED } from "../data-folder.js";
import { UsageError } from "../errors.js";
import { withJournal } from "./with-journal.js";

/** Where a run stands. */
export interface FoundRun {
  /** Folder of its journal. */
  readonly folder: string;
  readonly id: string;
}

/**
 * Finds a run by what a person calls it: its id, looked for in the config's journal, in `folders` and among the
 * backtests beside it; `last` (or `latest`), the last run of the config's journal; `backtest`, the newest backtest; or
 * `FOLDER#RUN`, where RUN may be `last`. Throws UnknownRunError, UsageError, JournalError.
 */
export function findRun(name: string, loaded: LoadedConfig, folders: readonly string[] = []): FoundRun {
  if (name.includes("#")) return inFolder(name);
  const data = loaded.path(loaded.config.data);
  const backtests = backtestFolders(data);
  if (name === "backtest") return newest(backtests, data);
  const places = [data, ...folders.map((folder) => resolve(folder))].filter(hasJournal);
  if (name === "latest" || name === "last") {
    const [own] = places;
    return own === undefined ? newest(backtests, data) : lastOf(own);
  }
  // A backtest's folder is called as its run: most need not be opened.
  const named = backtests.filter((folder) => basename(folder) === name);
  const others = backtests.filter((folder) => !named.includes(folder));
  const seen: string[] = [];
  for (const folder of [...places, ...named, ...others]) {
    const ids = others.includes(folder) ? (unlessBroken(() => runsOf(folder)) ?? []) : runsOf(folder);
    if (ids.includes(name)) return { folder, id: name };
    seen.push(...ids);
  }
  throw new UnknownRunError(`There is no run "${name}" in ${[data, ...folders].join(", ")} or among its backtests`, {
    remedy:
      seen.length === 0
        ? "There is no journal. Start a bot or run a backtest first, or give a journal's folder: FOLDER#RUN."
        : `${suggested(name, seen)} \`contender journal runs\` lists the bot's runs. \`backtest\` is the newest backtest. For another folder write FOLDER#RUN.`.trimStart(),
  });
}

/**
 * What `read` gives of a journal that nobody asked for; null where that one is damaged, or another version's: no news of
 * what was asked.
 */
export function unlessBroken<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof JournalError) return null;
    throw error;
  }
}

/** Folders of the journals of a config: the bot's, where there is one, then the backtests', newest first. */
export function journalFolders(loaded: LoadedConfig): string[] {
  const data = loaded.path(loaded.config.data);
  return [...[data].filter(hasJournal), ...backtestFolders(data)];
}

function inFolder(name: string): FoundRun {
  const cut = name.lastIndexOf("#");
  const folder = resolve(name.slice(0, cut));
  const id = name.slice(cut + 1);
  if (id === "") throw new UsageError(`"${name}" does not name a run`, { remedy: "Write FOLDER#RUN, or FOLDER#last." });
  if (id === "latest" || id === "last") return lastOf(folder);
  // Whether it is there is said by who reads it, with the ids that are.
  return { folder, id };
}

function lastOf(folder: string): FoundRun {
  const found = lastIn(folder);
  if (found !== null) return found;
  throw new UnknownRunError(`The journal in ${folder} has no run yet`, { remedy: "Start a bot with it first." });
}

function lastIn(folder: string): FoundRun | null {
  const id = withJournal(folder, (reader) => reader.runs({ limit: 1 })[0]?.id);
  return id === undefined ? null : { folder, id };
}

function newest(backtests: readonly string[], data: string): FoundRun {
  for (const folder of backtests) {
    const found = lastIn(folder);
    // One without a run is what is left of a backtest that could not be written.
    if (found !== null) return found;
  }
  if (hasJournal(data))
    throw new UnknownRunError(`There is no backtest in ${backtestsOf(data)} yet`, {
      remedy: "Run `contender backtest` first, or set the right data folder (`data:` in the config).",
    });
  throw new UnknownRunError(`There is no journal in ${data}, and no backtest in ${backtestsOf(data)}`, {
    remedy:
      "Start a bot with this data folder or run a backtest first, or set the right folder (`data:` in the config).",
  });
}

/** Newest first. Throws JournalUnreadableError. */
function backtestFolders(data: string): string[] {
  // Of a folder that may not be read `existsSync` says that it is empty.
  journalWrittenAt(data);
  const parent = backtestsOf(data);
  if (!existsSync(parent)) return [];
  return readdirSync(parent)
    .filter((name) => !name.startsWith(UNFINISHED))
    .map((name) => ({ folder: join(parent, name), at: journalWrittenAt(join(parent, name)) }))
    .filter((one): one is { folder: string; at: number } => one.at !== null)
    .sort((a, b) => b.at - a.at)
    .map(({ folder }) => folder);
}

function runsOf(folder: string): string[] {
  return withJournal(folder, (reader) => reader.runs().map(({ id }) => id));
}

function hasJournal(folder: string): boolean {
  return journalWrittenAt(folder) !== null;
}
