import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, constants, openSync, writeSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { emptyFolder } from "../../support/empty-folder.js";
import { CONTAINER, needsContainers } from "../../support/container.js";

const jiti = join(dirname(createRequire(import.meta.url).resolve("jiti/package.json")), "lib/jiti-cli.mjs");
const script = fileURLToPath(new URL("./kept-alive.ts", import.meta.url));

/** Runs a process that is kept alive within seconds. */
async function run(
  what: "sticks" | "reads" | "lives" | "backtest",
  within: readonly string[] = [],
): Promise<{ code: number | null; signal: string | null; stderr: string }> {
  const [program, ...args] = [...within, process.execPath];
  const child = spawn(program, [...args, jiti, script, what], {
    stdio: ["ignore", "ignore", "pipe"],
    // A signal of another name, for where the one that is tested for does not come.
    timeout: 120_000,
    killSignal: "SIGTERM",
  });
  let stderr = "";
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const [exit, signal] = (await once(child, "close")) as [number | null, string | null];
  return { code: exit, signal, stderr };
}

/** The end of a pipe that is written to; it is full, and the other end is open until the test is over. */
function fullPipe(flag: number): number {
  const path = join(emptyFolder(), "pipe");
  execFileSync("mkfifo", [path]);
  const held = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  expect(() => {
    for (;;) writeSync(held, "x".repeat(1_024));
  }).toThrow("EAGAIN");
  const end = openSync(path, constants.O_WRONLY | flag);
  onTestFinished(() => [held, end].forEach((fd) => closeSync(fd)));
  return end;
}

describe("a process that is kept alive", () => {
  it("is ended with a message when an endless loop behind an await has stuck its thread", async () => {
    const ended = await run("sticks");
    expect(ended.signal).toBe("SIGKILL");
    expect(ended.stderr).toMatch(/This bot is stuck: .* 1 seconds.* so the process ends\. Look for a loop/);
  });

  it("is ended even if it is the first process of a container, which gets no SIGKILL from within", async (test) => {
    needsContainers(test);
    const ended = await run("sticks", CONTAINER);
    expect(ended.code).toBe(137);
    expect(ended.stderr).toMatch(/This bot is stuck: .* 1 seconds.* so the process ends\. Look for a loop/);
  });

  it("names the strategy whose read was under way, which may have caused the loop", async () => {
    const ended = await run("reads");
    expect(ended.signal).toBe("SIGKILL");
    expect(ended.stderr).toMatch(/This bot is stuck: .* The read of looping was running\. Look for a loop/);
  });

  it("is ended when a backtest sticks before its first sign of life, and names the strategy", async () => {
    const ended = await run("backtest");
    expect(ended.signal).toBe("SIGKILL");
    expect(ended.stderr).toMatch(
      /This backtest is stuck: .* 1 seconds.* The code of looping does not return\. .*Nothing of this run was saved/,
    );
  });

  it("is ended even if its standard error is a full, unread pipe, blocking or not", async () => {
    for (const flag of [0, constants.O_NONBLOCK]) {
      const pipe = fullPipe(flag);
      const child = spawn(process.execPath, [jiti, script, "sticks"], { stdio: ["ignore", "ignore", pipe] });
      expect(await once(child, "exit")).toEqual([null, "SIGKILL"]);
    }
  }, 120_000);

  it("lives while its thread works, and ends by itself once it is released", async () => {
    const ended = await run("lives");
    expect(ended).toEqual({ code: 0, signal: null, stderr: "" });
  });
});
