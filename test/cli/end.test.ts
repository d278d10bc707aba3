import { describe, expect, it } from "vitest";
import type { BotEnd } from "../../src/app/start/run.js";
import { endText } from "../../src/cli/format/end.js";

const AT = Date.UTC(2025, 0, 2, 3, 4, 5);
const END: BotEnd = {
  code: "COMPETITION_OVER",
  reason: "The competition is over",
  remedy: "",
  exitCode: 0,
  competition: { id: "c1", name: "Cup" },
  standing: {
    ...{ rank: 1, teams: 1, value: 1, table: [{ rank: 1, team: "Us", value: 1, own: true }] },
    ...{ readAt: AT, atEnd: false },
  },
  equity: 1,
  disabled: [],
  conflicts: [],
  unknown: [],
  endedAt: AT,
  run: "k7m2p9",
  service: "test",
  dryRun: false,
  journal: "/data",
  tape: null,
};

describe("the end of a start", () => {
  it("gives the final standing where the competition is over", () => {
    expect(endText(END)).toContain("Final standing of Cup");
    expect(endText(END)).toMatch(/\nrank +team +value \(USD\) *\n +1 +Us \(you\) +1\.00/);
  });

  it("gives a standing that is not final if the bot was stopped, or the team taken out", () => {
    for (const code of ["STOPPED", "DISQUALIFIED"] as const) {
      const text = endText({ ...END, code, reason: "stopped by SIGINT" });
      expect(text).toContain("Standing of Cup");
      expect(text).not.toContain("Final");
    }
  });

  it("says how old the standing is, if the last one could not be read", () => {
    const late = { ...END, endedAt: AT + 3_600_000 };
    expect(endText(late)).toContain("as of 2025-01-02 03:04:05 UTC");
    const standing = END.standing && { ...END.standing, atEnd: true };
    expect(endText({ ...late, standing })).not.toContain("as of");
  });

  it("names the next commands, but none if no competition was joined", () => {
    expect(endText(END)).toContain("contender replay k7m2p9");
    expect(endText({ ...END, tape: "./tape" })).toContain("contender backtest");
    expect(endText({ ...END, tape: null })).not.toContain("contender backtest");
    expect(endText({ ...END, competition: null, standing: null, equity: null })).not.toContain("What next");
  });

  it("advises after a failure only its remedy, and how to look at what the bot did if a person is needed", () => {
    const failed = endText({ ...END, code: "FAILED", exitCode: 1, reason: "The disk is full", remedy: "Make room." });
    expect(failed).toContain("The disk is full. Make room.");
    expect(failed).not.toContain("npx contender");
    expect(endText({ ...END, code: "UNAUTHORIZED", exitCode: 3 })).not.toContain("npx contender");
    const stopped = endText({ ...END, code: "DRAWDOWN_STOP", exitCode: 4, tape: "./tape" });
    expect(stopped.match(/npx contender [a-z]+ \w+/g)).toEqual([
      "npx contender journal decisions",
      "npx contender journal trades",
    ]);
  });

  it("names the config file in the next commands, if one was named: without it they read another bot's journal", () => {
    const text = endText({ ...END, tape: "./tape" }, "bots/my live.yaml");
    const commands = text.split("\n").filter((line) => line.includes("npx contender"));
    expect(commands).toHaveLength(5);
    for (const command of commands) expect(command).toContain(" --config 'bots/my live.yaml' ");
    expect(endText(END, "live.yaml")).toContain("npx contender replay k7m2p9 --config live.yaml");
    expect(endText(END)).not.toContain("--config");
  });
});
