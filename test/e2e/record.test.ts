import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { scaledClock, systemClock } from "../../src/core/time/system-clock.js";
import { openTape, syntheticMarket } from "../../src/tape/index.js";
import { testProfile } from "../support/profile.js";
import { folderWith } from "./bot.js";
import { faultyService } from "./faulty-service.js";
import { end, run, start, type Finished } from "./process.js";
import { logged, openStage, type Stage } from "./stage.js";

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
const SPEED = 600;
const CONFIG = `clock: { speed: ${SPEED} }
competition: { watchEvery: 1m }
strategies: [{ use: ./flips.ts, allocation: 0.5 }]
`;
const QUOTES = ["--quotes", "USDC.eth/WETH.eth", "--sizes", "100,1000", "--quotes-every", "1m"];

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(["--speed", String(SPEED)], CONFIG);
  stage.write("flips.ts", STRATEGY);
});
afterAll(() => stage.close());

const lines = (tape: string): number => readFileSync(join(tape, "prices.csv"), "utf8").split("\n").length;

describe("contender record", () => {
  it("continues its tape after a kill, lets no second one write it, and ends in order with Ctrl-C", async () => {
    const tape = join(stage.folder, "data", "recorded");
    const record = ["record", "--tokens", "WETH.eth", "--every", "30s", ...QUOTES];
    const killed = stage.start(...record);
    await vi.waitFor(() => expect(existsSync(tape) ? lines(tape) : 0).toBeGreaterThan(4), { timeout: 150_000 });
    await end(killed, "SIGKILL");
    const before = lines(tape);
    const running = stage.start(...record, "--json");
    await vi.waitFor(() => expect(lines(tape)).toBeGreaterThan(before + 4), { timeout: 150_000 });
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
    // Sizes are read side by side: the last one on the tape may be of either.
    const quotes = openTape(tape).quotes("USDC.eth", "WETH.eth");
    expect(Math.max(...quotes.map(({ fromAmount }) => fromAmount))).toBeGreaterThan(900);
    expect(Math.min(...quotes.map(({ toAmount }) => toAmount))).toBeGreaterThan(0);
  });

  it("ends with 1 and a remedy if its tape is removed", async () => {
    const tape = join(stage.folder, "removed");
    const running = stage.start("record", "--tokens", "WETH.eth", "--every", "30s", "--out", tape);
    await vi.waitFor(() => expect(existsSync(tape) ? lines(tape) : 0).toBeGreaterThan(4), { timeout: 150_000 });
    rmSync(tape, { recursive: true });
    const { code, stderr } = await running.finished;
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(
        /removed, moved or replaced during this recording \(TAPE_GONE\)\nRestore the files of .* and start again\./,
      ) as string,
    ]);
  });

  it("names what cannot be recorded within the limits, and what would fit", async () => {
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
  it("compares a bot's run with the backtest of its tape: equal decisions, and a cause for each difference", async () => {
    const { contender, code, said } = await competed();
    // The end is not known beforehand, and after it `deployed` answers 500 to every call.
    expect(code, said).toBe({ document: 0, deployed: 3 }[testProfile()]);
    const backtest = await contender("backtest", "--json");
    expect(backtest.code, backtest.stderr).toBe(0);
    const compared = await contender("compare", "latest", "backtest", "--json");
    expect([compared.code, logged(compared)]).toEqual([1, ""]);
    const { counts, causes, total } = JSON.parse(compared.stdout) as Compared;
    expect(counts.ticks.equal + counts.ticks.differing).toBeGreaterThan(2);
    expect(Object.values(causes).reduce((sum, count) => sum + count, 0)).toBe(total);
    expect(Object.keys(causes)).not.toContain("code");
    expect(Object.keys(causes)).not.toContain("unknown");
    const text = await contender("compare", "latest", "backtest", "--limit", "1");
    expect(text.stdout).toMatch(/by most likely cause: /);
    const nobody = await contender("compare", "latest", "nobody");
    expect([nobody.code, nobody.stderr]).toEqual([2, expect.stringContaining("UNKNOWN_RUN") as string]);
  });
});

/** Lets a bot compete, recording, in a competition that begins once it is there and ends once it has traded. */
async function competed() {
  const clock = scaledClock({ speed: SPEED, origin: systemClock.now() });
  const service = await faultyService({
    clock,
    market: syntheticMarket({ seed: "compare", start: clock.now() }),
    competitions: [{ name: "Later Cup" }],
    rateLimits: "off",
  });
  const { exchange, teams } = service.sandbox;
  const folder = folderWith({
    "flips.ts": STRATEGY,
    "contender.yaml": `service: { baseUrl: "${service.url}", key: "\${TEAM_KEY}" }\ndata: ./data\n${CONFIG}`,
  });
  const options = { cwd: folder, env: { TEAM_KEY: service.key } };
  const bot = start(["start"], options);
  try {
    await bot.shows(/Later Cup/);
    const cup = exchange.competitions()[0]?.id ?? "";
    await exchange.start(cup);
    const trades = () => exchange.trades(teams[0]?.teamId ?? "").length;
    await vi.waitFor(() => expect(trades()).toBeGreaterThan(7), { timeout: 150_000, interval: 20 });
    await exchange.end(cup);
    const { code, stdout, stderr } = await bot.finished;
    const contender = (...args: string[]): Promise<Finished> => run(args, options);
    return { contender, code, said: stdout + stderr };
  } finally {
    await end(bot);
    await service.close();
  }
}

interface Compared {
  readonly total: number;
  readonly counts: { readonly ticks: { readonly equal: number; readonly differing: number } };
  readonly causes: Readonly<Record<string, number>>;
}
