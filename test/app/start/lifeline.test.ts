import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const path = (relative: string): string => fileURLToPath(new URL(`../../../${relative}`, import.meta.url));

/** Runs `code` in a process that is kept alive within a second, on the built package. */
async function run(code: string): Promise<{ code: number | null; signal: string | null; stderr: string }> {
  const source = `
    import { keepAlive } from ${JSON.stringify(path("dist/app/start/lifeline.js"))};
    import { silentLog } from ${JSON.stringify(path("dist/core/log.js"))};
    import { systemClock } from ${JSON.stringify(path("dist/core/system-clock.js"))};
    const release = keepAlive(systemClock, 1000, silentLog);
    ${code}`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", source], {
    stdio: ["ignore", "ignore", "pipe"],
    // A signal of another name, for where the one that is tested for does not come.
    timeout: 20_000,
    killSignal: "SIGTERM",
  });
  let stderr = "";
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const [exit, signal] = (await once(child, "close")) as [number | null, string | null];
  return { code: exit, signal, stderr };
}

describe("a process that is kept alive", () => {
  it("is ended with a message when an endless loop behind an await has stuck its thread", async () => {
    const ended = await run("await null; for (;;);");
    expect(ended.signal).toBe("SIGKILL");
    expect(ended.stderr).toMatch(/This bot is stuck: .* 1 seconds.*Look for a loop/);
  });

  it("lives on while its thread does, and ends by itself once it is released", async () => {
    const ended = await run("setTimeout(release, 2500);");
    expect(ended).toEqual({ code: 0, signal: null, stderr: "" });
  });
});
