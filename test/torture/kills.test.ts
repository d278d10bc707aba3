import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { cpSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { askOnce } from "../../src/app/desk/ask.js";
import { start } from "../../src/app/start/command.js";
import { POINT_CHANNEL, POINTS } from "../../src/core/points.js";
import { seededRandom } from "../../src/core/random.js";
import { judge } from "./kills/judge.js";
import { Life } from "./kills/life.js";
import { openStage, type Stage } from "./kills/stage.js";

async function lifeOn(options: Parameters<typeof openStage>[1] = {}): Promise<{ stage: Stage; life: Life }> {
  const stage = await openStage("fixed", options);
  onTestFinished(() => stage.close());
  return { stage, life: new Life(stage, seededRandom("fixed")) };
}

/** What the judges say of the journal as it is now. */
function judged(stage: Stage, service: Parameters<typeof judge>[0]["service"] = stage.service): string[] {
  const reader = stage.reader();
  try {
    return judge({ reader, service });
  } finally {
    reader.close();
  }
}

describe.concurrent("a bot of the command line", { timeout: 90_000 }, () => {
  it("that is killed where it is most dangerous goes on at the next start: no trade is made twice or lost", async () => {
    const { stage, life } = await lifeOn();
    for (const at of ["journal.SENT:after", "request.executeTrade:after", "journal.FILLED:before"]) {
      const { struck, signal } = await life.run({ at, nth: 1, signal: "SIGKILL" });
      expect([struck, signal]).toEqual([[at], "SIGKILL"]);
    }
    await life.finish();
    expect(life.failures).toEqual([]);
    expect(judged(stage)).toEqual([]);
    expect(stage.service.trades().length).toBeGreaterThan(2);
  });
});
