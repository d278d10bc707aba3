import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));

/** A piece of code in a page. */
export interface Snippet {
  /** Path from the root, and the line on which the code begins: where to look. */
  readonly place: string;
  readonly page: string;
  readonly language: string;
  readonly code: string;
}

/** The pages that people read, as paths from the root. */
export const PAGES: readonly string[] = [
  "README.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join("docs", name))
    .sort(),
];

const FENCE = /^( *)```(\w*)\n([\s\S]*?)^\1```$/gm;

export function textOf(page: string): string {
  return readFileSync(join(root, page), "utf8");
}

/** A page's text without its code, and without what a tool writes into it between `<!-- … -->` and `<!-- end… -->`. */
export function proseOf(text: string): string {
  return text.replace(FENCE, "").replace(/<!-- (?!end)[\s\S]*?<!-- end[\s\S]*?-->/g, "");
}

export function snippetsOf(page: string): Snippet[] {
  const text = textOf(page);
  return [...text.matchAll(FENCE)].map(([, , language = "", code = ""], i, all) => {
    const line = text.slice(0, all[i]?.index).split("\n").length + 1;
    return { place: `${page}:${line}`, page, language, code };
  });
}

/**
 * Relative links that lead nowhere: to a file that is not there, or to a heading that its page does not have; and of a page
 * that is packed, to one that is not, but for the way to those who develop.
 */
export function deadLinks(page: string): string[] {
  const prose = textOf(page)
    .replace(FENCE, "")
    .replace(/`[^`\n]*`/g, "");
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^[a-z]+:/.test(target) && isDead(page, target));
}

function isDead(page: string, target: string): boolean {
  const [path = "", heading] = target.split("#");
  const file = path === "" ? join(root, page) : resolve(root, dirname(page), path);
  if (!existsSync(file)) return true;
  if (isPacked(join(root, page)) && !isPacked(file) && path !== "CONTRIBUTING.md") return true;
  return heading !== undefined && !anchorsOf(readFileSync(file, "utf8")).has(heading);
}

const { files } = JSON.parse(textOf("package.json")) as { readonly files: readonly string[] };
const PACKED = [...files, "README.md", "LICENSE", "package.json"];

/** Whether `npm pack` takes a file. */
function isPacked(file: string): boolean {
  const path = relative(root, file).split(sep).join("/");
  // Pages for developers of this repository link its source.
  if (path.startsWith("docs/concepts/life-of-")) return false;
  return PACKED.includes(path.split("/")[0] ?? "");
}

function anchorsOf(text: string): Set<string> {
  const headings = [...text.replace(FENCE, "").matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) => heading);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, "")
        .trim()
        .replace(/\s/g, "-"),
    ),
  );
}
