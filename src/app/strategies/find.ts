import { existsSync, readdirSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { nearest, suggested } from "../../core/nearest.js";
import { packageRoot } from "../package.js";

/** The folder of the strategies that come with Contender. */
export function shippedFolder(): string {
  return join(packageRoot(), "strategies");
}

/** The strategy files of a folder, by name; folders and files that begin with `_` are not strategies. */
export function strategyFiles(folder: string): { readonly name: string; readonly file: string }[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && /\.[mc]?[tj]s$/.test(entry.name) && !/^_|\.(test|d)\.[mc]?[tj]s$/.test(entry.name),
    )
    .map((entry) => ({ name: basename(entry.name, extname(entry.name)), file: join(folder, entry.name) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** A strategy that config uses: its file, or why there is none. */
type Found = { readonly file: string } | { readonly missing: string; readonly hint: string };

/** Whether this says a file: no name of a strategy has a slash or an ending. */
export function isFile(use: string): boolean {
  return /[/\\]|\.[mc]?[tj]s$/.test(use);
}

/** What a config's `use` means: a bare name is one that comes with Contender, anything else a file. */
export function findStrategy(use: string, path: (relative: string) => string): Found {
  if (isFile(use)) {
    const file = path(use);
    return existsSync(file) ? { file } : { missing: `${file} does not exist`, hint: hintFor(use, file) };
  }
  const shipped = strategyFiles(shippedFolder());
  const found = shipped.find(({ name }) => name === use);
  if (found !== undefined) return { file: found.file };
  const names = shipped.map(({ name }) => name);
  return {
    missing: `"${use}" is not a bundled strategy`,
    hint: suggested(use, names, `Bundled: ${names.join(", ")}. Write your own as a file: ./strategies/${use}.ts`),
  };
}

function hintFor(use: string, file: string): string {
  const beside = strategyFiles(join(file, "..")).map((one) => one.name);
  const near = nearest(basename(use, extname(use)), beside);
  return near === null
    ? "Paths in a config are relative to the config file; paths on the command line are relative to this folder."
    : `Did you mean ${near}${extname(use)}?`;
}
