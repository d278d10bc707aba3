import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { folderWith, HOLDS } from "./bot.js";
import { faultyService, type FaultyService } from "./faulty-service.js";
import { end, run, start, type Finished, type Running } from "./process.js";

const SWAP = ["swap", "USDC.eth", "WETH.eth", "100", "--reason", "by hand"];

interface Failure {
  readonly code: string;
  readonly message: string;
  readonly remedy: string;
}

interface Answer {
  readonly askedBefore: number | null;
  readonly outcomes: readonly { readonly status: string; readonly intent: string; readonly id: string | null }[];
}

let service: FaultyService;
let options: { cwd: string; env: Record<string, string> };
const running: Running[] = [];

beforeEach(async () => {
  service = await faultyService();
  const folder = folderWith({
    "holds.ts": HOLDS.replace("* * * * * *", "0 0 * * *"),
    "contender.yaml": `service: { baseUrl: "${service.url}", key: "\${TEAM_KEY}" }
data: ./data
limits: { account: off }
execution: { settle: 4s, deadline: 3s }
strategies: [{ use: ./holds.ts, allocation: 0.5 }]
`,
  });
  options = { cwd: folder, env: { TEAM_KEY: service.key } };
});
afterEach(async () => {
  for (const one of running.splice(0)) await end(one);
  await service.close();
});

const begin = (...args: string[]): Running => {
  const one = start(args, options);
  running.push(one);
  return one;
};
const contender = (...args: string[]): Promise<Finished> => run(args, options);
const made = (): number => service.sandbox.exchange.trades(service.sandbox.teams[0]?.teamId ?? "").length;
const json = ({ stdout }: Finished) => JSON.parse(stdout) as Answer & { readonly error: Failure };

async function startBot(): Promise<void> {
  await begin("start").shows(/In Faulty Cup, with/);
}

/** A swap that the service makes, and whose process is killed before the answer comes. */
async function killedSwap(...more: string[]): Promise<void> {
  service.faults = ({ path }) => (path === "/api/trade/execute" ? "silence" : null);
  const killed = begin(...SWAP, ...more);
  await vi.waitFor(() => expect(made()).toBe(1), { timeout: 60_000, interval: 20 });
  await end(killed);
  service.faults = () => null;
}

describe.each([
  ["without a bot", false],
  ["through the running bot", true],
])("a manual swap, %s,", (_where, bot) => {
  beforeEach(async () => {
    if (bot) await startBot();
  });

  it("that was killed before its answer came is shown when repeated, and made again only with --again", async () => {
    await killedSwap();
    const again = await contender(...SWAP, "--json");
    expect([again.code, made()]).toEqual([4, 1]);
    const { error } = json(again);
    expect(error.code).toBe("EQUAL_SWAP");
    expect(error.message).toMatch(/at 20\S+Z: 100 USDC\.eth to WETH\.eth, "by hand" \(\w{6}: (FILLED|SENT|UNKNOWN)\)$/);
    expect(error.remedy).toMatch(/--again makes one more; with --id NAME/);
    const other = await contender(...SWAP.with(3, "101"));
    expect([other.code, made()]).toEqual([0, 2]);
    const third = await contender(...SWAP, "--again");
    expect([third.code, made()]).toEqual([0, 3]);
  }, 120_000);

  it("that has an id and was killed is made once, and each repetition reports what became of it", async () => {
    await killedSwap("--id", "first");
    for (let i = 0; i < 2; i++) {
      const again = await contender(...SWAP, "--id", "first", "--json");
      expect([again.code, made()]).toEqual([0, 1]);
      const { askedBefore, outcomes } = json(again);
      expect(outcomes).toMatchObject([{ status: "filled", id: "first" }]);
      expect(askedBefore).toEqual(expect.any(Number));
    }
    const told = await contender(...SWAP, "--id", "first");
    expect(told.stdout).toMatch(/^filled +USDC\.eth +100 [^]*with this --id; nothing was traded now/m);
    const other = await contender(...SWAP.with(3, "7"), "--id", "first", "--json");
    expect([other.code, json(other).error]).toEqual([
      2,
      expect.objectContaining({ code: "SWAP_ID", message: expect.stringContaining("100 USDC.eth") as string }),
    ]);
    expect(made()).toBe(1);
  }, 120_000);

  it("that is requested twice at once is made once", async () => {
    const codes = (await Promise.all([contender(...SWAP), contender(...SWAP)])).map(({ code }) => code);
    // Without a bot the second one finds the journal held, or, once it is free, the first one in it.
    expect(codes).toContain(0);
    expect(codes.filter((code) => code !== 0)).toEqual([bot ? 4 : expect.toBeOneOf([2, 4])]);
    expect(made()).toBe(1);
    const [first, second] = await Promise.all([0, 1].map(() => contender(...SWAP.with(3, "50"), "--id", "both")));
    expect(made()).toBe(2);
    expect([first?.code, second?.code]).toContain(0);
  }, 120_000);
});

it("the id of a swap outlives its competition: its result is reported even without one to trade in", async () => {
  expect((await contender(...SWAP, "--id", "first")).code).toBe(0);
  await service.sandbox.exchange.end(service.sandbox.exchange.competitions()[0]?.id ?? "");
  const again = await contender(...SWAP, "--id", "first", "--json");
  expect([again.code, json(again).outcomes[0]?.status]).toEqual([0, "filled"]);
}, 60_000);

it("a swap of a dry run is no swap of the account: its id stays free, and an equal swap is made", async () => {
  const dry = begin("start", "--dry-run");
  await dry.shows(/"msg":"In [^"]*, with /);
  const first = await contender(...SWAP, "--id", "first", "--json");
  expect([first.code, made()]).toEqual([0, 0]);
  expect((await contender(...SWAP)).code).toBe(4);
  await end(dry, "SIGINT");
  const real = await contender(...SWAP, "--id", "first", "--json");
  expect([real.code, json(real).askedBefore, made()]).toEqual([0, null, 1]);
}, 120_000);
