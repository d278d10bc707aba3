import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { runBacktest } from "../../../src/app/backtest/run.js";
import { silentProgress } from "../../../src/app/process/progress.js";
import { TapeWriter } from "../../../src/tape/index.js";
import { folder, NOON } from "../../journal/support.js";

/** What happened, in its order; a strategy's file has nothing else in common with the test. */
const happened: string[] = [];
Object.assign(globalThis, { happened });

vi.mock("../../../src/app/process/lifeline.js", () => ({
  keepAlive: () => {
    happened.push("watched");
    return () => happened.push("released");
  },
}));

it("a backtest is watched from before a strategy's first decision until no strategy runs any more", async () => {
  const home = folder();
  const config = join(home, "contender.yaml");
  writeFileSync(
    join(home, "tells.ts"),
    `import { defineStrategy, z } from "contender";
     export default defineStrategy({ name: "tells", summary: "Tells that it decides.", params: z.object({}),
       schedule: "* * * * *", decide: ({ hold }) => (globalThis.happened.push("decided"), hold({ reason: "-" })) });`,
  );
  writeFileSync(config, "service: { sandbox: {} }\nstrategies: [{ use: ./tells.ts, allocation: 1 }]\ndata: data\n");
  const tape = join(home, "tape");
  const writer = new TapeWriter(tape, { source: "test" });
  for (let minute = 0; minute < 3; minute++)
    writer.record("WETH.eth", { usd: 1, readAt: NOON + minute * 60_000, movedAt: NOON + minute * 60_000 });
  writer.close();
  await runBacktest({ tape }, config, silentProgress);
  expect(happened.slice(0, 2)).toEqual(["watched", "decided"]);
  expect(happened.filter((one) => one === "watched")).toHaveLength(1);
  expect(happened.lastIndexOf("decided")).toBeLessThan(happened.indexOf("released"));
});
