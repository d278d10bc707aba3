import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { setupOf } from "../../../src/app/backtest/setup.js";
import type { Progress } from "../../../src/app/process/progress.js";
import { planOf } from "../../../src/backtest/plan/plan.js";
import { TapeWriter } from "../../../src/tape/index.js";
import { folder, NOON } from "../../journal/support.js";

/** Returns its folder. */
function shortTape(into: string): string {
  const writer = new TapeWriter(into, { source: "test" });
  for (const at of [NOON, NOON + 60_000]) writer.record("WETH.eth", { usd: 1, readAt: at, movedAt: at });
  writer.close();
  return into;
}

it("a backtest takes a strategy of the config by its name, even if a folder has that name", () => {
  const home = folder();
  const config = join(home, "contender.yaml");
  const strategies = "strategies: [{ use: sma-cross, name: docs, allocation: 0.5, params: { fast: 3 } }]";
  writeFileSync(config, `service: { sandbox: {} }\n${strategies}\ndata: data\n`);
  shortTape(join(home, "data", "tape"));
  const { strategies: bound } = setupOf({ strategy: "docs" }, config);
  expect(bound).toMatchObject([{ name: "docs", params: { fast: 3 }, allocation: 1 }]);
});

it("a backtest prefers a strategy of the config, by the name in its file, to an included one", () => {
  const home = folder();
  const config = join(home, "contender.yaml");
  const mine = (name: string) =>
    `import { defineStrategy, z } from "contender";
     export default defineStrategy({ name: "${name}", summary: "Mine.", params: z.object({ n: z.int().default(1) }),
       schedule: "* * * * *", decide: ({ hold }) => hold({ reason: "-" }) });`;
  writeFileSync(join(home, "a.ts"), mine("dipper"));
  writeFileSync(join(home, "b.ts"), mine("sma-cross"));
  writeFileSync(join(home, "broken.ts"), "export default 1;");
  const use = (file: string) => `{ use: ./${file}.ts, allocation: 0.3, params: { n: 7 } }`;
  writeFileSync(config, `service: { sandbox: {} }\nstrategies: [${["broken", "a", "b"].map(use).join(", ")}]\n`);
  const tape = shortTape(join(home, "tape"));
  for (const strategy of ["dipper", "sma-cross"])
    expect(setupOf({ tape, strategy }, config).strategies).toMatchObject([{ name: strategy, params: { n: 7 } }]);
});

it("a backtest names the tape it chose by itself if that tape is too short for a strategy", () => {
  const home = folder();
  const config = join(home, "contender.yaml");
  writeFileSync(config, "service: { sandbox: {} }\nstrategies: [{ use: sma-cross, allocation: 0.5 }]\ndata: data\n");
  const tape = shortTape(join(home, "data", "tape"));
  const { options } = setupOf({}, config);
  const message = expect.stringContaining(`but the tape ${tape} has only 2m of it`) as string;
  expect(() => planOf(options)).toThrow(expect.objectContaining({ code: "HISTORY_TOO_SHORT", message }));
});

it("a backtest refuses a name that two strategies of the config share", () => {
  const config = join(folder(), "contender.yaml");
  const strategies = "[{ use: sma-cross, allocation: 0.5 }, { use: sma-cross, allocation: 0.5, params: { fast: 3 } }]";
  writeFileSync(config, `service: { sandbox: {} }\nstrategies: ${strategies}\n`);
  const tape = shortTape(join(config, "..", "tape"));
  const several = "The config has several strategies named sma-cross";
  expect(() => setupOf({ tape, strategy: "sma-cross" }, config)).toThrow(several);
});

it("a backtest names both flags that give params if it is unclear which strategy they are for", () => {
  const config = join(folder(), "contender.yaml");
  const strategies = "[{ use: sma-cross, allocation: 0.5 }, { use: rebalance, allocation: 0.5 }]";
  writeFileSync(config, `service: { sandbox: {} }\nstrategies: ${strategies}\n`);
  const tape = shortTape(join(config, "..", "tape"));
  const set = (flags: object) => () => setupOf({ tape, report: "r.html", ...flags }, config);
  for (const flags of [{ param: ["fast=3"] }, { beside: ["fast=3"] }])
    expect(set(flags)).toThrow("--param and --beside apply to one strategy, but the config has several");
});

it("a backtest hides the config's secrets in a strategy's printed params", () => {
  vi.stubEnv("NEWS_TOKEN", "token-of-the-news");
  const config = join(folder(), "contender.yaml");
  const params = "{ token: '${NEWS_TOKEN}' }";
  writeFileSync(
    config,
    `service: { sandbox: {} }\nstrategies: [{ use: sma-cross, allocation: 0.5, params: ${params} }]\n`,
  );
  const tape = shortTape(join(config, "..", "tape"));
  for (const strategy of [undefined, "sma-cross"])
    expect(() => setupOf({ tape, ...(strategy && { strategy }) }, config)).toThrow('There is no token "[secret]"');
  vi.unstubAllEnvs();
});

it("a backtest shows progress while it reads a tape's logs", () => {
  const config = join(folder(), "contender.yaml");
  writeFileSync(config, "service: { sandbox: {} }\nstrategies: [{ use: sma-cross, allocation: 0.5 }]\n");
  const tape = shortTape(join(config, "..", "tape"));
  const told: unknown[] = [];
  const progress: Progress = {
    start: (total, label) => void told.push([label, total]),
    to: (done) => void told.push(done),
    end: () => void told.push("end"),
  };
  setupOf({ tape }, config, progress);
  expect(told).toEqual([["reading", 1_000], 1_000, "end"]);
});
