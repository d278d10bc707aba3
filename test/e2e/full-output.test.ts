import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync, statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fillDisk, mountDisk } from "../support/small-disk.js";
import { main } from "./process.js";
import { emptyFolder } from "../support/empty-folder.js";

/** Runs a command whose standard output is a file. */
function runInto(file: string, flags: string, ...args: string[]): { code: number | null; stderr: string } {
  const out = openSync(file, flags);
  try {
    const { status, stderr } = spawnSync(process.execPath, [main, ...args], { stdio: ["ignore", out, "pipe"] });
    return { code: status, stderr: String(stderr) };
  } finally {
    closeSync(out);
  }
}

const TOLD = {
  code: 1,
  stderr: expect.stringMatching(/^error: Standard output .*ENOSPC.*\(OUTPUT_LOST\)\nFree space/) as string,
};

describe("standard output", () => {
  it.runIf(existsSync("/dev/full"))("on a full disk fails the command, which reports it on standard error", () => {
    for (const args of [["--help"], ["strategies"], ["strategies", "--json"]])
      expect(runInto("/dev/full", "w", ...args)).toEqual(TOLD);
    // An error of the command's own keeps its exit code.
    expect(runInto("/dev/full", "w", "nosuch", "--json")).toEqual({ ...TOLD, code: 2 });
  });

  it("that fits only in part fails the command too", (context) => {
    const folder = emptyFolder();
    mountDisk(context, folder, "size=256k");
    fillDisk(folder);
    const { size } = statSync(join(folder, "ballast"));
    truncateSync(join(folder, "ballast"), size - 8_192);
    expect(runInto(join(folder, "out"), "w", "config", "schema")).toEqual(TOLD);
    expect(statSync(join(folder, "out")).size).toBeGreaterThan(0);
  });

  it("whose reader has gone away ends the command silently", async () => {
    const child = spawn(process.execPath, [main, "config", "schema"], { stdio: ["ignore", "pipe", "pipe"] });
    child.stdout.destroy();
    let told = "";
    child.stderr.on("data", (text) => (told += String(text)));
    const [code] = (await once(child, "close")) as [number | null];
    expect({ code, told }).toEqual({ code: 0, told: "" });
  });
});
