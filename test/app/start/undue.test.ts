import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openConfig } from "../../../src/app/config/find.js";
import { registryOf } from "../../../src/app/config/registry.js";
import { examine } from "../../../src/app/doctor/run.js";
import { checkService } from "../../../src/app/doctor/service.js";
import { openLog } from "../../../src/app/process/log.js";
import { startBot } from "../../../src/app/start/bot.js";
import { knownReach } from "../../../src/app/strategies/reach.js";
import { loadStrategies } from "../../../src/app/strategies/load.js";
import type { World } from "../../../src/app/service-connection/connection.js";
import { Secrets } from "../../../src/core/secrets.js";
import { SimulatedClock } from "../../../src/core/time/simulated-clock.js";
import type { Competition } from "../../../src/model/competition.js";
import { botFolder } from "../bot-files.js";

const DAILY = `
import { defineStrategy, z } from "contender";
export default defineStrategy({
  name: "daily",
  summary: "Looks once a day.",
  params: z.object({ at: z.string() }),
  schedule: ({ at }) => at,
  decide: ({ hold }) => hold({ reason: "nothing" }),
});
`;

const STRATEGIES = `
strategies:
  - { use: ./daily.ts, name: late, allocation: 0.3, params: { at: "0 9 * * *" } }
  - { use: ./daily.ts, name: before, allocation: 0.3, params: { at: "30 23 * * *" } }
  - { use: ./daily.ts, name: in-time, allocation: 0.3, params: { at: "30 7 * * *" } }
`;

/** From midnight to eight; the bot is there an hour before. */
const SANDBOX = `
service: { sandbox: { speed: 20, startIn: 1h, duration: 8h, market: { synthetic: {}, start: "2026-01-04T23:00:00Z" } } }
competition: { wait: false }
${STRATEGIES}`;

const ADVICE = "Give it a schedule that fires before then, by its params.";
const text = (name: string, next: string): string =>
  `${name} will not run: its next run is ${next}, and the competition ends at 2026-01-05T08:00:00.000Z`;
const UNDUE = [text("late", "2026-01-05T09:00:00.000Z"), text("before", "2026-01-05T23:30:00.000Z")];

function bot(config: string, strategy = DAILY): string {
  const { folder, file } = botFolder(config);
  writeFileSync(join(folder, "daily.ts"), strategy);
  return file;
}

it("the doctor names strategies that would not run before the embedded sandbox's competition ends", async () => {
  const { findings, exitCode } = await examine(bot(SANDBOX));
  expect(findings.filter(({ check }) => check === "schedules")).toEqual(
    UNDUE.map((text) => ({ check: "schedules", status: "warn", text, remedy: ADVICE, code: "" })),
  );
  expect(exitCode).toBe(0);
});

it("the doctor names no strategy as never due if a competition has no end", async () => {
  const { findings } = await examine(bot(SANDBOX.replace("duration: 8h,", "")));
  expect(findings.map(({ check }) => check)).not.toContain("schedules");
});

it("the doctor reports an embedded sandbox whose prices end before the competition does", async () => {
  const file = bot(SANDBOX.replace("synthetic: {}", "bars: { WETH.eth: ./bars.csv }"));
  writeFileSync(
    join(file, "../bars.csv"),
    "timestamp,open,high,low,close,volume\n1767567600000,1,1,1,1,1\n1767567660000,1,1,1,1,1\n",
  );
  const { findings } = await examine(file);
  expect(findings.at(-1)).toMatchObject({ check: "service", status: "fail", code: "MARKET_RANGE" });
});

it("the doctor reports an embedded sandbox whose fault plan is missing or wrong", async () => {
  const file = bot(SANDBOX.replace("speed: 20,", "speed: 20, faults: ./faults.yaml,"));
  const last = async () => (await examine(file)).findings.at(-1);
  const failed = { check: "service", status: "fail", code: "FAULT_PLAN" };
  const missing = expect.stringMatching(/faults: .*faults\.yaml does not exist/) as string;
  expect(await last()).toMatchObject({ check: "config", status: "fail", code: "CONFIG", text: missing });
  writeFileSync(join(file, "../faults.yaml"), "faults: [{ kind: no-such }]");
  expect(await last()).toMatchObject({ ...failed, text: expect.stringContaining("no-such") as string });
  writeFileSync(join(file, "../faults.yaml"), "faults: []");
  expect(await last()).toMatchObject({ status: "warn" });
});

it("the doctor reports an embedded sandbox without a price of its teams' start balances", async () => {
  const sandbox = `speed: 20, balances: { WBTC.eth: "1" }, market: { bars: { WETH.eth: ./bars.csv } }`;
  const file = bot(`service: { sandbox: { ${sandbox} } }\n${STRATEGIES}`);
  const rows = Array.from({ length: 9 }, (_, i) => `${1767567600000 + i * 60_000},1,1,1,1,1`);
  writeFileSync(join(file, "../bars.csv"), ["timestamp,open,high,low,close,volume", ...rows, ""].join("\n"));
  const { findings } = await examine(file);
  const text = expect.stringContaining("The teams begin with WBTC.eth") as string;
  expect(findings.at(-1)).toMatchObject({ check: "service", status: "fail", text, code: "MARKET_RANGE" });
});

it.each([
  ["a start warns of them before anything is decided", false],
  ["one that decides once, now, does not", true],
])("%s", async (_title, once) => {
  const loaded = openConfig(bot(SANDBOX));
  const secrets = new Secrets();
  const lines: { level: string; msg: string }[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]) };
  const log = await openLog({ level: "info", secrets, pretty: false, colour: false, destination });
  await startBot({ loaded, secrets, log }, { dryRun: false, once });
  const warned = lines.filter(({ level, msg }) => level === "warn" && msg.includes("will not run"));
  expect(warned.map(({ msg }) => msg)).toEqual(once ? [] : UNDUE.map((line) => `${line}. ${ADVICE}`));
});

it("the doctor uses the end of the active competition that a service elsewhere gives, by that service's clock", async () => {
  const now = Date.parse("2026-01-05T00:00:00Z");
  const found = async (competition: Partial<Competition>, active = true) => {
    const status = { active, competition: { name: "Cup", endAt: null, ...competition }, participating: true };
    const gateway = {
      connect: () => Promise.resolve({ health: { version: "1", timestamp: now }, status }),
      rules: () => Promise.resolve({ rateLimits: [], unread: [] }),
    };
    const world = { gateway, clock: new SimulatedClock(now), speed: 2 } as unknown as World;
    const loaded = openConfig(bot(`${STRATEGIES}service: { sandbox: {} }`));
    const registry = registryOf(loaded.config.tokens);
    const strategies = loadStrategies(loaded, knownReach(loaded.config, registry));
    return (await checkService(world, strategies, loaded.config, registry)).flatMap(({ check, text }) =>
      check === "schedules" ? [text] : [],
    );
  };
  const endAt = Date.parse("2026-01-05T08:00:00Z");
  expect(await found({ endAt })).toEqual(UNDUE);
  expect(await found({ endAt: null })).toEqual([]);
  // What is over, and what should be, says nothing of the one to come.
  expect(await found({ endAt }, false)).toEqual([]);
  expect(await found({ endAt: now - 1 })).toEqual([]);
});
