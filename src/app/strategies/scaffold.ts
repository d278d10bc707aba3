import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { errorCode, messageOf } from "../../core/errors.js";
import { makeFolder } from "../../core/file/make-folder.js";
import { openConfig, usualConfig } from "../config/find.js";
import { ON_DISK } from "../config/load.js";
import { ExistsError, UsageError } from "../errors.js";
import { shippedFolder } from "./find.js";

/** What has to stand in a config. */
interface ConfigLine {
  /** The config file. */
  readonly config: string;
  /** Whether it is there. */
  readonly there: boolean;
  readonly use: string;
}

/** What a config's `use` says to mean a file: its path from the config that is there, or from one that would be. */
export function useOf(file: string, config: string | undefined, folder: string): ConfigLine {
  const found = resolve(folder, config ?? usualConfig(folder) ?? "contender.yaml");
  const path = relative(dirname(found), file).split(sep).join("/");
  return { config: found, there: existsSync(found), use: path.startsWith(".") ? path : `./${path}` };
}

/** The part of the money that a config's strategies leave, 0 to 1; all of it where no config can be read. */
export function unallocated(config: string): number {
  try {
    const { strategies } = openConfig(config, ON_DISK).config;
    const taken = strategies.reduce((sum, { allocation }) => sum + allocation, 0);
    // Sums of decimals are off by a little.
    return Math.max(0, Number((1 - taken).toFixed(6)));
  } catch {
    return 1;
  }
}

/**
 * Writes ./strategies/NAME.ts from the template. Throws UsageError for a bad name, ExistsError where there is such a
 * file.
 */
export function newStrategy(name: string, folder: string): { readonly file: string } {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name))
    throw new UsageError(`"${name}" cannot be a strategy's name`, {
      remedy: "Use lower-case letters, digits and hyphens, beginning with a letter: my-strategy.",
    });
  const template = readFileSync(join(shippedFolder(), "_template", "strategy.ts"), "utf8");
  const file = resolve(folder, "strategies", `${name}.ts`);
  try {
    makeFolder(dirname(file));
    writeFileSync(file, template.replace('name: "my-strategy"', `name: "${name}"`), { flag: "wx" });
  } catch (error) {
    if (errorCode(error) === "EEXIST")
      throw new ExistsError(`${file} already exists`, { remedy: "Choose another name. The file was not changed." });
    throw new UsageError(`${file} cannot be written: ${messageOf(error)}`, {
      remedy: "Check that the folder is writable.",
      cause: error,
    });
  }
  return { file };
}
