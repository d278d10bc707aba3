import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { Socket, type AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { backtest } from "../../../src/backtest/backtest.js";
import { defineStrategy, z, type ReadIo, type Strategy } from "../../../src/index.js";
import { HOUR, START, tapeOf, walk } from "../tapes.js";

const tape = tapeOf({ "WETH.eth": walk(120) });
const inputs = z.object({ value: z.number() });
const reader = (
  read: (io: ReadIo) => Promise<z.input<typeof inputs>>,
  external = false,
): { strategy: Strategy; seen: unknown[] } => {
  const seen: unknown[] = [];
  const strategy = defineStrategy({
    name: "reader",
    summary: "Reads.",
    params: z.object({}),
    schedule: "*/5 * * * *",
    needs: () => ({ prices: ["WETH.eth"] }),
    inputs,
    external,
    read: (_view, io) => read(io),
    decide({ now, inputs: read, hold }) {
      seen.push(read);
      return hold({ reason: String(now) });
    },
  });
  return { strategy, seen };
};

/** The address of a server that answers 5. */
async function listening(): Promise<string> {
  const server = createServer((_request, answer) => answer.end("5"));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe("a `read` in a backtest", () => {
  it("gets the simulated venue's prices at simulated time", async () => {
    const { strategy, seen } = reader(async ({ venue }) => ({ value: (await venue.price("WETH.eth")).usd ?? 0 }));
    await backtest({ tape, strategies: [{ strategy }] });
    const series = tape.prices("WETH.eth")!;
    expect(seen).toEqual(Array.from({ length: 23 }, (_, i) => ({ value: series.at(START + (i + 1) * 300_000) })));
  });

  it("may take the machine's time: the clock stands still meanwhile", async () => {
    const { strategy, seen } = reader(async () => ({ value: (await readFile(import.meta.filename)).length }));
    const { ticks } = await backtest({ tape, strategies: [{ strategy }], to: START + HOUR });
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.every((one) => one !== null)).toBe(true);
    expect(ticks.decided).toBe(11);
  });

  it("is awaited once, however long it takes: it gathers nothing meanwhile", async () => {
    let waiting = 0;
    const { strategy, seen } = reader(() => {
      const slow = new Promise<{ value: number }>((resolve) => setTimeout(resolve, 100, { value: 1 }));
      const then = slow.then.bind(slow);
      return Object.assign(slow, { then: (...args: Parameters<typeof then>) => (waiting++, then(...args)) });
    });
    await backtest({ tape, strategies: [{ strategy }], to: START + 360_000 });
    expect(seen).toEqual([{ value: 1 }]);
    expect(waiting).toBeLessThan(6);
  });

  it("begins a lazy result with `then`, such as a database query, once, however long it takes", async () => {
    let begun = 0;
    const query = {
      then(found: (row: { value: number }) => void): void {
        begun++;
        setTimeout(found, 50, { value: 1 });
      },
    };
    const { strategy, seen } = reader(() => query as unknown as Promise<{ value: number }>);
    await backtest({ tape, strategies: [{ strategy }], to: START + 360_000 });
    expect(seen).toEqual([{ value: 1 }]);
    expect(begun).toBe(1);
  });

  it("lets other code run while it is awaited", async () => {
    const turns = vi.spyOn(globalThis, "setImmediate");
    onTestFinished(() => turns.mockRestore());
    const { strategy, seen } = reader(async () => {
      await new Promise((resolve) => setTimeout(resolve, 200));
      return { value: 1 };
    });
    await backtest({ tape, strategies: [{ strategy }], to: START + 11 * 60_000 });
    expect(seen).toEqual([{ value: 1 }, { value: 1 }]);
    expect(turns.mock.calls.length).toBeLessThan(100);
  });

  it("that fails gives null, as live, and the result counts the failures with their reason", async () => {
    const { strategy, seen } = reader(() => Promise.reject(new Error("no")));
    const { complete, remarks } = await backtest({ tape, strategies: [{ strategy }], to: START + HOUR });
    expect([complete, new Set(seen)]).toEqual([true, new Set([null])]);
    const first = new Date(START + 300_000).toISOString().replace(".000Z", "Z");
    expect(remarks).toContain(
      `Failed reads gave null inputs, ${seen.length} times, first at ${first}: reader: read failed: no`,
    );
  });

  it("that asks elsewhere is refused before the start, and runs on recorded inputs", async () => {
    let asked = 0;
    const { strategy, seen } = reader(() => Promise.resolve({ value: ++asked }), true);
    const strategies = [{ strategy }];
    await expect(backtest({ tape, strategies })).rejects.toMatchObject({
      code: "EXTERNAL_READ",
      remedy: expect.stringContaining("--inputs RUN") as string,
    });
    const recorded = (name: string, at: number) =>
      name === "reader" && at !== START + 600_000 ? { value: at } : undefined;
    const { remarks } = await backtest({ tape, strategies, inputs: recorded, to: START + HOUR });
    expect(asked).toBe(0);
    expect(seen.slice(0, 3)).toEqual([{ value: START + 300_000 }, null, { value: START + 900_000 }]);
    expect(remarks.join()).toContain("No input was recorded for the read of reader at 1 instant; it got null.");
  });

  it("that opens a connection of today is refused by name, and connections are free again afterwards", async () => {
    const url = await listening();
    const before = Socket.prototype.connect;
    const { strategy } = reader(async () => ({ value: Number(await (await fetch(url)).text()) }));
    await expect(backtest({ tape, strategies: [{ strategy }] })).rejects.toMatchObject({
      code: "NETWORK_READ",
      message: expect.stringContaining("reader opened a network connection") as string,
      remedy: expect.stringContaining("external: true") as string,
    });
    expect(Socket.prototype.connect).toBe(before);
    expect(await (await fetch(url)).text()).toBe("5");
  });

  it("that was refused in one backtest frees the network when another, begun meanwhile, has ended", async () => {
    const url = await listening();
    const before = Socket.prototype.connect;
    const refused = reader(async () => ({ value: Number(await (await fetch(url)).text()) }));
    const quiet = reader(() => Promise.resolve({ value: 1 }));
    const first = backtest({ tape, strategies: [{ strategy: refused.strategy }] });
    const second = backtest({ tape, strategies: [{ strategy: quiet.strategy }] });
    await expect(first).rejects.toMatchObject({ code: "NETWORK_READ" });
    await second;
    expect(Socket.prototype.connect).toBe(before);
    expect(await (await fetch(url)).text()).toBe("5");
  });

  it("that has ended keeps no other code in the process from the network", async () => {
    const url = await listening();
    const fetched: Promise<string>[] = [];
    const { strategy } = reader(() => {
      // Long enough for others to have their turn after it.
      for (const began = performance.now(); fetched.length === 0 && performance.now() - began < 60;);
      return Promise.resolve({ value: 1 });
    });
    const onProgress = (): void => void fetched.push(fetch(url).then((answer) => answer.text()));
    await backtest({ tape, strategies: [{ strategy }], onProgress });
    expect(new Set(await Promise.all(fetched))).toEqual(new Set(["5"]));
  });
});
