import { dirname, join } from "node:path";
import ts from "typescript";
import { root } from "./pages.js";

/**
 * Type-checks files that exist only in memory, as if they lay in the root with the project's own
 * settings. Gives each complaint as `path:line message`.
 *
 * @param files text by path from the root
 */
export function typeErrors(files: Readonly<Record<string, string>>): string[] {
  const { options } = ts.getParsedCommandLineOfConfigFile(
    join(root, "tsconfig.json"),
    {},
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
        throw new Error(ts.flattenDiagnosticMessageText(messageText, "\n"));
      },
    },
  ) ?? { options: {} };
  const texts = new Map(Object.entries(files).map(([path, text]) => [join(root, path), text]));
  const folders = new Set([...texts.keys()].map(dirname));
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, directoryExists, getSourceFile } = host;
  host.fileExists = (path) => texts.has(path) || fileExists(path);
  host.readFile = (path) => texts.get(path) ?? readFile(path);
  host.directoryExists = (path) => folders.has(path) || directoryExists?.(path) === true;
  host.getSourceFile = (path, language, ...rest) => {
    const text = texts.get(path);
    return text === undefined
      ? getSourceFile(path, language, ...rest)
      : ts.createSourceFile(path, text, language, true);
  };
  const program = ts.createProgram([...texts.keys()], options, host);
  return [...texts.keys()].flatMap((path) => {
    const file = program.getSourceFile(path);
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
      ({ messageText, start }) => {
        const line = file === undefined ? 0 : file.getLineAndCharacterOfPosition(start ?? 0).line + 1;
        return `${path.slice(root.length)}:${line} ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
      },
    );
  });
}
