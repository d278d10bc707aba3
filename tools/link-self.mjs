/**
 * Makes `npx contender` run this checkout at once: a link in node_modules/.bin to the built command
 * line. Without it npx would install the checkout into its cache first, over the network.
 */
import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { fileURLToPath } from "node:url";

const path = (relative) => fileURLToPath(new URL(`../${relative}`, import.meta.url));
const command = path("dist/cli/main.js");
const link = path("node_modules/.bin/contender");

// Windows runs no script by a link: there npx goes the long way.
if (existsSync(command) && process.platform !== "win32") {
  chmodSync(command, 0o755);
  mkdirSync(path("node_modules/.bin"), { recursive: true });
  rmSync(link, { force: true });
  symlinkSync("../../dist/cli/main.js", link);
}
