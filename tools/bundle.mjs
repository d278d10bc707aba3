/**
 * Joins the modules of src that are loaded together into files of dist: to find, read and link hundreds of small ones
 * takes longer than most commands do. The entries share chunks, so that every class is there once; what is imported
 * lazily stays lazy. Dependencies stay where npm has put them, but for a few that are dozens of files themselves. Types
 * are tsc's. docs/decisions/0018 and 0019 say why.
 */
import { chmodSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const root = fileURLToPath(new URL("..", import.meta.url));
const [src, dist] = [join(root, "src"), join(root, "dist")];
const dependencies = Object.keys(JSON.parse(readFileSync(join(root, "package.json"), "utf8")).dependencies);
/** Dependencies that are joined too: pure JavaScript of many files, which most commands load. */
const JOINED = ["zod", "yaml", "commander", "hyparquet"];
const ENTRIES = ["cli/main", "index", "testing/index"];
/** What the report's page carries: files that are read, not imported. */
const READ = "report/page";

/** The folders of those modules of a chunk that read files relative to their own place: it must lie there in dist too. */
function placesOf({ moduleIds }) {
  const own = moduleIds.filter((id) => id.startsWith(src));
  const placed = own.filter((id) => /new URL\([^()]+, import\.meta\.url\)/.test(readFileSync(id, "utf8")));
  return [...new Set(placed.map((id) => dirname(relative(src, id)).replaceAll("\\", "/")))];
}

/** What the licences of the joined packages ask for: their text beside the copy. */
function licenceOf(name) {
  const folder = join(root, "node_modules", name);
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return `${name} ${version}\n\n${readFileSync(join(folder, "LICENSE"), "utf8").trim()}\n`;
}

/** The packages of which modules are in chunks. */
function packagesIn(chunks) {
  const ids = chunks.flatMap(({ moduleIds }) => moduleIds).map((id) => id.replaceAll("\\", "/"));
  return new Set(ids.map((id) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1]).filter(Boolean));
}

for (const name of readdirSync(dist, { recursive: true }))
  if (name.endsWith(".js")) rmSync(join(dist, name), { force: true });

const bundle = await rolldown({
  cwd: root,
  input: Object.fromEntries(ENTRIES.map((name) => [name, join(src, `${name}.ts`)])),
  platform: "node",
  external: dependencies.filter((name) => !JOINED.includes(name)).map((name) => new RegExp(`^${name}(/|$)`)),
  onLog: (level, log) => {
    throw new Error(`${level}: ${log.message}`);
  },
});
const { output } = await bundle.write({
  dir: dist,
  format: "esm",
  entryFileNames: "[name].js",
  chunkFileNames: (chunk) => `${placesOf(chunk)[0] ?? "chunks"}/[name].js`,
  // Errors are known by the names of their classes.
  keepNames: true,
});
for (const chunk of output)
  for (const place of placesOf(chunk))
    if (dirname(chunk.fileName) !== place)
      throw new Error(`${chunk.fileName} has a module that reads files relative to its place, dist/${place}`);
// `npx contender` runs it by a link, after every build.
chmodSync(join(dist, "cli/main.js"), 0o755);
const joined = [...packagesIn(output)].sort();
if (joined.join() !== [...JOINED].sort().join()) throw new Error(`packages were joined that are not named: ${joined}`);
writeFileSync(join(dist, "LICENSES.txt"), joined.map(licenceOf).join(`\n${"-".repeat(80)}\n\n`));
cpSync(join(src, READ), join(dist, READ), { recursive: true, filter: (file) => !file.endsWith(".json") });
// A function that checks what it is given is a constant to tsc, and an editor would show it without its docstring where it is
// imported and named: to users it is the function that does the work.
for (const name of readdirSync(dist, { recursive: true }).filter((one) => one.endsWith("index.d.ts"))) {
  const file = join(dist, name);
  const text = readFileSync(file, "utf8");
  const from = new Map(
    [...text.matchAll(/^import (?:type )?\* as (\w+) from (".*");$/gm)].map(([, as, path]) => [as, path]),
  );
  const types = text.replace(/^export declare const (?:(?:, )?(\w+): typeof (\w+)\.\1)+;$/gm, (line) =>
    [...line.matchAll(/(\w+): typeof (\w+)\./g)]
      .map(([, own, as]) => `export { ${own} } from ${from.get(as)};`)
      .join("\n"),
  );
  if (types !== text) writeFileSync(file, types);
}
