import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { emptyFolder } from "./empty-folder.js";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** A copy of what a probe of the source needs, to plant something in. */
export class PlantedTree {
  readonly #folder = emptyFolder();

  /** @param more paths from the root, besides the source, its tools and the strategies */
  constructor(...more: readonly string[]) {
    for (const part of ["src", "tools", "strategies", "package.json", ...more])
      cpSync(join(root, part), join(this.#folder, part), { recursive: true });
    symlinkSync(join(root, "node_modules"), join(this.#folder, "node_modules"));
  }

  /** Writes a file of the copy. */
  write(path: string, text: string): void {
    writeFileSync(join(this.#folder, path), text);
  }

  /** Puts a text before the first place where another one stands in a file. Throws if it stands nowhere. */
  insert(path: string, before: string, text: string): void {
    const old = readFileSync(join(this.#folder, path), "utf8");
    if (!old.includes(before)) throw new Error(`${path} has no ${before}`);
    this.write(
      path,
      old.replace(before, () => text + before),
    );
  }

  /** The files of its source that have a text, by their paths within src. */
  naming(text: string): string[] {
    const src = join(this.#folder, "src");
    const files = readdirSync(src, { recursive: true, encoding: "utf8" });
    return files.filter((file) => file.endsWith(".ts") && readFileSync(join(src, file), "utf8").includes(text)).sort();
  }

  /** Runs a module of the copy: its `answers`. */
  async ask(probe: string): Promise<unknown> {
    this.write("probe.ts", probe);
    return ((await import(join(this.#folder, "probe.ts"))) as { readonly answers: unknown }).answers;
  }
}
