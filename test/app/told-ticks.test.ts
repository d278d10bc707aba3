import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { compare } from "../../src/app/compare.js";
import type { Progress } from "../../src/app/process/progress.js";
import { replay } from "../../src/app/replay.js";
import { folder, NOON, open, run, strategyTick, tick } from "../journal/support.js";

let config = "";

/** Two runs of one journal, of three ticks and of two. */
beforeEach(() => {
  const dir = folder();
  config = join(dir, "contender.yaml");
  writeFileSync(config, "service: { sandbox: {} }\ndata: .\n");
  const journal = open(dir);
  for (const [id, ticks] of [
    ["run-1", 3],
    ["run-2", 2],
  ] as const) {
    journal.begin(run({ id }));
    for (let i = 0; i < ticks; i++)
      journal.tick(tick(NOON + i, strategyTick({ status: "failed", view: null, error: "planted" })));
    journal.end(NOON + ticks, { exitCode: 0, text: "over" });
  }
});

function recording(): { readonly progress: Progress; readonly told: string[] } {
  const told: string[] = [];
  const progress = {
    start: (total: number, label: string) => void told.push(`${label} ${total}`),
    to: (done: number) => void told.push(String(done)),
    end: () => void told.push("end"),
  };
  return { progress, told };
}

describe("D progress is reported", () => {
  it("of the ticks of a run as they are replayed", async () => {
    const { progress, told } = recording();
    await replay("run-1", { config, trustRecorded: false }, progress);
    expect(told).toEqual(["replaying 3", "1", "2", "3", "end"]);
  });

  it("of the ticks of both runs as they are compared", () => {
    const { progress, told } = recording();
    compare("run-1", "run-2", { config, journals: [] }, progress);
    expect(told).toEqual(["comparing 5", "1", "2", "3", "4", "5", "end"]);
  });
});
