import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { sleep } from "../../../src/core/clock.js";
import { systemClock } from "../../../src/core/system-clock.js";

const jiti = join(dirname(createRequire(import.meta.url).resolve("jiti/package.json")), "lib/jiti-cli.mjs");
const script = fileURLToPath(new URL("./kept-alive.ts", import.meta.url));

/** Starts a process that is kept alive within a second. */
function start(what: "sticks" | "lives") {
  const child = spawn(process.execPath, [jiti, script, what], {
    stdio: ["ignore", "pipe", "pipe"],
    // A signal of another name, for where the one that is tested for does not come.
    timeout: 120_000,
    killSignal: "SIGTERM",
  });
  let stderr = "";
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const ended = once(child, "close").then((end) => {
    const [code, signal] = end as [number | null, string | null];
    return { code, signal, stderr };
  });
  return { child, ended };
}

describe("a process that is kept alive", () => {
  it("is ended with a message when an endless loop behind an await has stuck its thread", async () => {
    const { child, ended } = start("sticks");
    child.stdout.resume();
    const { signal, stderr } = await ended;
    expect(signal).toBe("SIGKILL");
    expect(stderr).toMatch(/This bot is stuck: .* 1 seconds.*Look for a loop/);
  });

  it("lives on while its thread does, though all of it stood still for a while, and ends by itself once it is released", async () => {
    const { child, ended } = start("lives");
    await once(child.stdout, "data");
    child.kill("SIGSTOP");
    await sleep(systemClock, 1_500);
    child.kill("SIGCONT");
    expect(await ended).toEqual({ code: 0, signal: null, stderr: "" });
  });
});
