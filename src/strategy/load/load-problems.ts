import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { messageOf } from "../../core/errors.js";
import { suggested } from "../../core/nearest.js";
import { StrategyFileError, StrategyTimeoutError } from "../errors.js";
import { placeIn } from "./source.js";

/** A path that is no file, with the one that was probably meant. */
export function notFound(path: string): StrategyFileError {
  if (existsSync(path) && statSync(path).isDirectory()) {
    const files = codeFiles(path).map((name) => join(path, name));
    return new StrategyFileError(path, "this is a folder, not a file", {
      remedy: files.length === 0 ? "It has no strategy files." : `Name a file in it: ${files.join(", ")}.`,
    });
  }
  const folder = dirname(path);
  if (!existsSync(folder))
    return new StrategyFileError(path, "there is no such folder", { remedy: `Create ${folder}, or correct the path.` });
  const files = codeFiles(folder);
  return new StrategyFileError(path, "there is no such file", {
    remedy: suggested(basename(path), files, `Its folder has ${files.join(", ") || "no strategy files"}.`),
  });
}

function codeFiles(folder: string): string[] {
  return readdirSync(folder).filter((name) => /^\.[mc]?[tj]s$/.test(extname(name)));
}

/** What went wrong while a file was evaluated, in terms of the file. */
export function loadFailure(path: string, error: unknown, api: Readonly<Record<string, unknown>>): StrategyFileError {
  if (error instanceof StrategyTimeoutError)
    return new StrategyFileError(path, `loading it was stopped: ${error.message}`, {
      remedy:
        "Look for a loop without an end outside of its functions. If it imports large packages, start again: they are translated once, which takes long on a busy machine.",
    });
  const text = messageOf(error);
  const parse = /^ParseError:\s*(.*?)\s*\n\s*(.*):(\d+):(\d+)/s.exec(text);
  if (parse !== null) {
    const [, what = "", where = path, line = "", column = ""] = parse;
    return refusal(`${where}:${line}:${column}`, what, /reserved word 'await'/.test(what));
  }
  const refused = refusedAt(error);
  if (refused !== null) return refusal(refused.place, text, /\bawait\b/.test(refused.code));
  const missing = /Cannot find module '([^']+)'/.exec(text)?.[1];
  if (missing !== undefined)
    return new StrategyFileError(path, `it imports "${missing}", which is not installed or does not exist`, {
      remedy: missing.startsWith(".")
        ? "Correct the path."
        : `Install it where the strategy is: npm install ${missing}. If it is an alias of a tsconfig, write the path itself.`,
    });
  const unknown = /_contender\.(\w+)\) is not a function/.exec(text)?.[1];
  if (unknown !== undefined && !(unknown in api))
    return new StrategyFileError(path, `"contender" exports no "${unknown}"`, {
      remedy: suggested(unknown, Object.keys(api), "Correct the import."),
    });
  const place = placeIn(error, path);
  const where = place === null ? path : `${place.path}:${place.line}`;
  return new StrategyFileError(where, `loading it failed: ${text}`, { cause: error });
}

/** Code that no engine takes; what is loaded, and what decides, cannot wait for anything. */
function refusal(place: string, what: string, waits: boolean): StrategyFileError {
  if (!waits) return new StrategyFileError(place, what, { remedy: "Correct the syntax there." });
  return new StrategyFileError(place, "`await` stands outside of any async function", {
    remedy: 'What has to be waited for belongs into read(): see "Data of your own" in docs/tutorial.md.',
  });
}

/** Where Node refused code that is TypeScript all the same, and that line of it. */
function refusedAt(error: unknown): { readonly place: string; readonly code: string } | null {
  if (!(error instanceof SyntaxError)) return null;
  const [, place, code] = /^(.+:\d+)\n(.*)\n *\^/.exec(error.stack ?? "") ?? [];
  return place === undefined || code === undefined ? null : { place, code };
}
