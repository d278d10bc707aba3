import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openTape } from "../../src/tape/index.js";
import { end } from "./process.js";
import { openStage, type Stage } from "./stage.js";

const STRATEGY = `
import { defineStrategy, z } from "contender";
export default defineStrategy({
  name: "flips",
  summary: "Buys and sells in turn.",
  params: z.object({}),
  schedule: "* * * * *",
  needs: () => ({ prices: ["WETH.eth"] }),
  decide: ({ book, open, swap, hold }) => {
    if (open.length > 0) return hold({ reason: "A trade is under way." });
    return book.valueOf("WETH.eth") > 1
      ? swap({ from: "WETH.eth", to: "USDC.eth", size: { fraction: 1 }, reason: "Sells." })
      : swap({ from: "USDC.eth", to: "WETH.eth", size: { usd: 50 }, reason: "Buys." });
  },
});
`;
const CONFIG =
  "clock: { speed: 600 }\ncompetition: { watchEvery: 1m }\nstrategies: [{ use: ./flips.ts, allocation: 0.5 }]\n";
const QUOTES = ["--quotes", "USDC.eth/WETH.eth", "--sizes", "100,1000", "--quotes-every", "1m"];

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(["--speed", "600", "--duration", "40m", "--start-in", "30m"], CONFIG);
  stage.write("flips.ts", STRATEGY);
});
afterAll(() => stage.close());

const lines = (tape: string): number => readFileSync(join(tape, "prices.csv"), "utf8").split("\n").length;

describe("contender record", () => {
  it("goes on with its tape after a kill, lets no second one write it, and ends in order with Ctrl-C", async () => {
    const tape = join(stage.folder, "data", "recorded");
    const record = ["record", "--tokens", "WETH.eth", "--every", "30s", ...QUOTES];
    const killed = stage.start(...record);
    await vi.waitFor(() => expect(existsSync(tape) ? lines(tape) : 0).toBeGreaterThan(4), { timeout: 20_000 });
    await end(killed, "SIGKILL");
    const before = lines(tape);
    const running = stage.start(...record, "--json");
    await vi.waitFor(() => expect(lines(tape)).toBeGreaterThan(before + 4), { timeout: 20_000 });
    const second = await stage.contender(...record);
    expect([second.code, second.stderr]).toEqual([2, expect.stringContaining("TAPE_HELD") as string]);
    running.child.kill("SIGINT");
    const { code, stdout, stderr } = await running.finished;
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      tape,
      ended: "stopped by SIGINT",
      missed: expect.any(Number) as number,
    });
    expect(stderr).toContain("Planned use of the rate limits");
    const { fromAmount = 0, toAmount = 0 } = openTape(tape).quotes("USDC.eth", "WETH.eth").at(-1) ?? {};
    expect(fromAmount).toBeGreaterThan(900);
    expect(toAmount).toBeGreaterThan(0);
  });

  it("says what cannot be recorded within the limits, and what would fit", async () => {
    const config = stage.write(
      "limited.yaml",
      readFileSync(join(stage.folder, "contender.yaml"), "utf8").replace(
        "account: off",
        "price: { count: 10, window: 60s }",
      ),
    );
    const { code, stderr } = await stage.contender(
      "record",
      "--tokens",
      "WETH.eth,WBTC.eth",
      "--every",
      "5s",
      "--config",
      config,
    );
    expect([code, stderr]).toEqual([2, expect.stringContaining("--every 12s would fit") as string]);
  });
});

describe("contender compare", () => {
  let stage: Stage;
  // It begins when the bot is surely there: a machine with much to do takes seconds to start one.
  beforeAll(async () => {
    stage = await openStage(
      ["--speed", "600", "--duration", "40m", "--start-in", "80m"],
      CONFIG.replace("watchEvery: 1m", "watchEvery: 1m, wait: true"),
    );
    stage.write("flips.ts", STRATEGY);
  });
  afterAll(() => stage.close());

  it("compares the bot's run with the backtest of the tape that it recorded: the same decisions, and every difference has its cause", async () => {
    const run = await stage.contender("start");
    expect(run.code, run.stderr).toBe(0);
    const backtest = await stage.contender("backtest", "--json");
    expect(backtest.code, backtest.stderr).toBe(0);
    const { code, stdout, stderr } = await stage.contender("compare", "latest", "backtest", "--json");
    expect([code, stderr]).toEqual([1, ""]);
    const { counts, causes, total } = JSON.parse(stdout) as Compared;
    expect(counts.ticks.equal + counts.ticks.differing).toBeGreaterThan(2);
    expect(Object.values(causes).reduce((sum, count) => sum + count, 0)).toBe(total);
    expect(Object.keys(causes)).not.toContain("code");
    expect(Object.keys(causes)).not.toContain("unknown");
    const text = await stage.contender("compare", "latest", "backtest", "--limit", "1");
    expect(text.stdout).toMatch(/by likeliest cause: /);
    const nobody = await stage.contender("compare", "latest", "nobody");
    expect([nobody.code, nobody.stderr]).toEqual([2, expect.stringContaining("UNKNOWN_RUN") as string]);
  });
});

interface Compared {
  readonly total: number;
  readonly counts: { readonly ticks: { readonly equal: number; readonly differing: number } };
  readonly causes: Readonly<Record<string, number>>;
}
