/**
 * What npm runs after an install: builds dist/, and makes `npx contender` run this checkout at once, by a link in
 * node_modules/.bin to the built command line. Without the link npx would install the checkout into its cache first.
 * npm 11 does that all the same, as a link, and runs this script again: what is built stays as it is then, and where
 * the packages that build it are not installed.
 */
import { execSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { fileURLToPath } from "node:url";

const path = (relative) => fileURLToPath(new URL(`../${relative}`, import.meta.url));
const command = path("dist/cli/main.js");
const link = path("node_modules/.bin/contender");

const byNpx = process.env.npm_command === "exec";
const canBuild = existsSync(path("node_modules/typescript"));
if (!canBuild && !existsSync(command)) {
  console.error(
    "Contender is built from its sources, for which its development packages are needed: run `npm ci`, and `npm prune --omit=dev` afterwards where they shall not stay.",
  );
  process.exit(1);
}
if (canBuild && !(byNpx && existsSync(command))) execSync("npm run build", { cwd: path("."), stdio: "inherit" });

// Windows runs no script by a link: there npx goes the long way.
if (existsSync(command) && process.platform !== "win32") {
  mkdirSync(path("node_modules/.bin"), { recursive: true });
  rmSync(link, { force: true });
  symlinkSync("../../dist/cli/main.js", link);
}
