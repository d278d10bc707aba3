import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** The scripts inside the page, which needs no network: uPlot as published, and the page's own script. */
interface Assets {
  readonly chartScript: string;
  readonly chartStyle: string;
  readonly chartLicence: string;
  readonly pageScript: string;
}

/** The modules of page/, each after those that it imports. */
const MODULES = [
  "decode",
  "format",
  "palette",
  "tooltip",
  "legend",
  "axes",
  "group",
  "chart",
  "lines",
  "stack",
  "price",
  "range",
  "bars",
  "keyboard",
  "main",
];

/**
 * uPlot formats numbers in the browser's language and is not there at all where that is none, such as the C of a bare
 * container.
 */
const WITH_A_LANGUAGE = `try { new Intl.NumberFormat(navigator.language); } catch { Object.defineProperty(navigator, "language", { value: "en" }); }`;

let read: Assets | null = null;

/** Read once a process. */
export function assets(): Assets {
  return (read ??= readAssets());
}

function readAssets(): Assets {
  const { resolve } = createRequire(import.meta.url);
  const ofChart = (file: string): string => readFileSync(resolve(`uplot/${file}`), "utf8");
  const ofPage = (name: string): string => readFileSync(new URL(`./page/${name}.js`, import.meta.url), "utf8");
  const modules = MODULES.map((name) => [name, ofPage(name)] as const);
  return {
    chartScript: `${WITH_A_LANGUAGE}\n${unclosed(ofChart("dist/uPlot.iife.min.js").trim())}`,
    chartStyle: ofChart("dist/uPlot.min.css").trim(),
    chartLicence: ofChart("LICENSE").trim(),
    pageScript: unclosed(oneScript(modules)),
  };
}

/**
 * Modules as one classic script, for a page from a file can import nothing: each is a function that
 * gives what it exports, and takes what it imports from those above it.
 *
 * @param modules name and text of each, after those that it imports
 */
export function oneScript(modules: readonly (readonly [name: string, text: string])[]): string {
  const bodies = modules.map(([name, text]) => {
    const exported = [...text.matchAll(/^export (?:async )?(?:function|const|class) (\w+)/gm)].map(
      ([, known]) => known,
    );
    const body = text
      .replace(/^import (\{[^}]*\}) from "\.\/(\w+)\.js";$/gm, "const $1 = $$$2;")
      .replace(/^export \{\};$/gm, "")
      .replace(/^export /gm, "")
      .trim();
    return `const $${name} = (() => {\n${body}\nreturn { ${exported.join(", ")} };\n})();`;
  });
  return `(() => {\n"use strict";\n${bodies.join("\n\n")}\n})();`;
}

/** A script as it may stand inside its element: nothing in it ends the element. */
function unclosed(script: string): string {
  return script.replace(/<\/(script)/gi, "<\\/$1").replace(/<!--/g, "<\\!--");
}

/** The source expression by which a Content-Security-Policy allows just this script. */
export function hashSource(script: string): string {
  return `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
}
