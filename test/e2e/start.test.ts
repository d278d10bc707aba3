import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { scaledClock, systemClock } from "../../src/core/time/system-clock.js";
import { syntheticMarket } from "../../src/tape/index.js";
import { testProfile } from "../support/profile.js";
import { faultyService } from "./faulty-service.js";
import { end, start } from "./process.js";
import { openStage, type Stage } from "./stage.js";

const STRATEGY = `
import { defineStrategy, z } from "contender";
export default defineStrategy({
  name: "buyer",
  summary: "Buys a little every minute.",
  params: z.object({}),
  schedule: "* * * * *",
  decide: ({ swap }) => swap({ from: "USDC.eth", to: "WETH.eth", size: { usd: 5 }, reason: "Wants some." }),
});
`;
const STRATEGIES = "strategies: [{ use: ./buyer.ts, allocation: 0.5 }]\n";

interface End {
  readonly code: string;
  readonly exitCode: number;
  readonly dryRun: boolean;
  readonly journal: string;
  readonly run: string;
  readonly standing: { readonly table: readonly { readonly own: boolean }[] } | null;
}
interface Trades {
  readonly trades: readonly { readonly fromAmount: string }[];
}

let stage: Stage;
const arrived = async (): Promise<number> => (await stage.json<Trades>("trades")).trades.length;

beforeAll(async () => {
  stage = await openStage([], STRATEGIES);
  stage.write("buyer.ts", STRATEGY);
});
afterAll(() => stage.close());

describe("start --dry-run", () => {
  it("decides and trades on a simulated venue: no trade reaches the service", async () => {
    const before = await arrived();
    const { code, stdout, stderr } = await stage.contender("start", "--dry-run", "--once", "--json");
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ dryRun: true, exitCode: 0 });
    expect(stderr).toMatch(/"strategy":"buyer".*"status":"filled"/);
    expect(await arrived()).toBe(before);
    const journal = await stage.json<{ trades: unknown[] }>("journal", "trades", "--run", "last");
    expect(journal.trades).toHaveLength(1);
  });
});

describe("start --once", () => {
  it("lets every strategy decide once, waits for its trades, and ends", async () => {
    const before = await arrived();
    const { code, stdout, stderr } = await stage.contender("start", "--once");
    expect(code, stderr).toBe(0);
    expect(stdout).toContain("Every strategy decided once");
    expect(await arrived()).toBe(before + 1);
    const { decisions } = await stage.json<{ decisions: unknown[] }>("journal", "decisions", "--run", "last");
    expect(decisions).toHaveLength(1);
  });
});

describe("start --json", () => {
  it("prints one document at the end of the competition, and its log on standard error", async () => {
    const speed = 600;
    const clock = scaledClock({ speed, origin: systemClock.now() });
    const market = syntheticMarket({ seed: "one", start: clock.now() });
    const service = await faultyService({ clock, market, rateLimits: "off" });
    const live = `service: { baseUrl: "${service.url}", key: "\${TEAM_KEY}" }\nclock: { speed: ${speed} }\ndata: ./live\n`;
    const config = stage.write("live.yaml", live + STRATEGIES);
    const bot = start(["start", "--json", "--config", config], { cwd: stage.folder, env: { TEAM_KEY: service.key } });
    try {
      const { exchange, teams } = service.sandbox;
      const trades = () => exchange.trades(teams[0]?.teamId ?? "");
      await vi.waitFor(() => expect(trades().length).toBeGreaterThan(5), { timeout: 150_000, interval: 20 });
      await exchange.end(exchange.active()?.id ?? "");
      const { code, stdout, stderr } = await bot.finished;
      // After the end `deployed` answers 500 to every call, and this end was not known beforehand.
      const expected = {
        document: { code: "COMPETITION_OVER", exitCode: 0 },
        deployed: { code: "END_UNCONFIRMED", exitCode: 3 },
      }[testProfile()];
      expect(code, stderr).toBe(expected.exitCode);
      const ended = JSON.parse(stdout) as End;
      expect(ended).toMatchObject({ ...expected, dryRun: false });
      expect(ended.standing?.table.filter(({ own }) => own)).toHaveLength(1);
      for (const line of stderr.trim().split("\n")) expect(JSON.parse(line)).toHaveProperty("msg");
      const journal = await stage.json<Trades>("journal", "trades", "--run", ended.run, "--config", config);
      expect(journal.trades).toHaveLength(trades().length);
    } finally {
      await end(bot);
      await service.close();
    }
  });

  it("prints the error as the one document if it cannot begin", async () => {
    const nobody = stage.write("nobody.yaml", "service: { sandbox: {} }\nstrategies: []\n");
    const { code, stdout, stderr } = await stage.contender("start", "--json", "--config", nobody);
    expect([code, stderr]).toEqual([2, ""]);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: "USAGE" } });
  });
});
