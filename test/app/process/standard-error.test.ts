import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const jiti = join(dirname(createRequire(import.meta.url).resolve("jiti/package.json")), "lib/jiti-cli.mjs");
const script = fileURLToPath(new URL("./dying.ts", import.meta.url));

/** More than a pipe holds, and than waits for a slow reader. */
const MANY = 8_000;

function dying(how: "throws" | "exits", count: number) {
  return spawn(process.execPath, [jiti, script, how, String(count)], { stdio: ["ignore", "ignore", "pipe"] });
}

describe("standard error", () => {
  it.each(["throws", "exits"] as const)(
    "delivers the last lines of a process that %s, to a reader who reads",
    async (how) => {
      const child = dying(how, 2_000);
      let text = "";
      child.stderr.on("data", (chunk) => (text += String(chunk)));
      expect(await once(child, "close")).toEqual([7, null]);
      const lines = text.split("\n").slice(0, -1);
      expect(lines.map((line) => line.split(" x")[0])).toEqual([
        ...Array.from({ length: 2_000 }, (_, i) => `line ${i + 1}`),
        "the last words",
      ]);
    },
  );

  it.each(["throws", "exits"] as const)(
    "does not keep a process that %s from ending while nothing reads it",
    async (how) => {
      const child = dying(how, MANY);
      child.stderr.pause();
      expect(await once(child, "exit")).toEqual([7, null]);
    },
  );
});
