import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { seededRandom } from "../../../src/core/random.js";
import { ApiKeys } from "../../../src/sandbox/api-keys.js";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { root } from "../../docs/pages.js";
import { wantedOf } from "./arguments.js";
import { Lane } from "./lane.js";
import { reliabilityPage } from "./page.js";
import { doRound } from "./do-round.js";
import type { Part, Tally } from "./part.js";
import { loadPart, PART_NAMES } from "./parts.js";
import { Score } from "./score.js";

const part = (name: string, target: Record<string, number>): Part => ({
  name,
  promises: [`${name} holds`],
  how: "By force.",
  target,
  round: async () => ({ counts: {}, failures: [] }),
});

test("minutes below 0 are refused with the valid range", () => {
  expect(() => wantedOf(["--minutes", "-5"], "drawn")).toThrow("--minutes -5: a number of minutes above 0");
});

describe("the command line of the torture", () => {
  test("runs every part until its target is reached, with a drawn seed", () => {
    expect(wantedOf([], "drawn")).toEqual({
      parts: PART_NAMES,
      forMs: null,
      base: "drawn",
      replay: null,
      profile: null,
      write: true,
    });
  });

  test("takes a profile of the sandbox, and refuses an unknown one", () => {
    expect(wantedOf(["--profile", "both"], "drawn")).toMatchObject({ profile: "both" });
    expect(() => wantedOf(["--profile", "real"], "drawn")).toThrow("--profile real: one of document, deployed, both");
  });

  test("takes minutes, and leaves the page alone if told to", () => {
    expect(wantedOf(["--minutes", "0.5", "--no-write", "--seed", "ci"], "drawn")).toMatchObject({
      forMs: 30_000,
      base: "ci",
      write: false,
    });
  });

  test("a seed with a part repeats one round, which writes no page", () => {
    const name = PART_NAMES[0] ?? "";
    expect(wantedOf(["--seed", `${name}:abc-7`], "drawn")).toMatchObject({
      replay: { part: name, seed: "abc-7" },
      write: false,
    });
    expect(wantedOf(["--part", name], "drawn")).toMatchObject({ parts: [name], write: false });
  });

  test.each([
    [["--minutes", "0"]],
    [["--minutes", "soon"]],
    [["--minutes", ""]],
    [["--part", "nothing"]],
    [["--seed", "nothing:1"]],
    [["--seed", "protocol:"]],
    [["--seed", "kills:x", "--part", "protocol"]],
    [["--what"]],
    [["more"]],
  ])("%j is refused", (args) => {
    expect(() => wantedOf(args, "drawn")).toThrow();
  });
});

test("every part names itself, makes promises, and has a target", async () => {
  expect(PART_NAMES.length).toBeGreaterThan(0);
  for (const name of PART_NAMES) {
    const { promises, how, target } = await loadPart(name);
    expect(promises.length, name).toBeGreaterThan(0);
    expect(how, name).not.toBe("");
    expect(Object.values(target).length, name).toBeGreaterThan(0);
    for (const wanted of Object.values(target)) expect(wanted, name).toBeGreaterThan(0);
  }
  await expect(loadPart("nothing")).rejects.toThrow("there is no part nothing");
});

describe("the score", () => {
  test("sums the rounds, and a part is done when its last count is reached", () => {
    const [a, b] = [part("a", { trades: 10, kills: 4 }), part("b", { trades: 1 })];
    const score = new Score([a, b]);
    score.add("a", "s-0", 10, { counts: { trades: 10, kills: 1 }, faults: { reset: 2 }, failures: [] });
    score.add("a", "s-1", 10, { counts: { kills: 1 }, faults: { reset: 1 }, failures: ["it broke"] });
    expect(score.of("a")).toEqual({ rounds: 2, ms: 20, counts: { trades: 10, kills: 2 }, faults: { reset: 3 } });
    expect(score.done(a)).toBe(0.5);
    expect(score.unfinished()).toEqual([a, b]);
    expect(score.failures).toEqual([{ part: "a", seed: "s-1", text: "it broke" }]);
  });

  test("gives 100 % to a part that is done, whatever came on top, and to no other", () => {
    const a = part("a", { trades: 1000 });
    const score = new Score([a]);
    const percentAfter = (trades: number): string => {
      score.add("a", `s-${trades}`, 10, { counts: { trades }, failures: [] });
      return score.percent(a);
    };
    expect([996, 3, 1, 1500].map(percentAfter)).toEqual(["99 %", "99 %", "100 %", "100 %"]);
  });
});

describe("the page", () => {
  const run = { base: "abc", ms: 90_000, commit: "0be9a3d" };
  const around = "# Title\n<!-- written by npm run torture: begin -->\nSTALE\n<!-- end -->\nby hand";

  test("holds promises, figures and failures, and keeps the hand-written text", () => {
    const a = part("a", { trades: 1000 });
    const score = new Score([a]);
    score.add("a", "abc-0", 5, { counts: { trades: 1234 }, faults: { reset: 3 }, failures: ["it broke\nhere"] });
    const page = reliabilityPage(around, [a], score, run);
    expect(page).toMatch(/^# Title/);
    expect(page).toMatch(/by hand$/);
    expect(page).not.toContain("STALE");
    for (const text of [
      "- a holds",
      "1,234 trades | 1,000",
      "| reset | 3 |",
      "`a:abc-0`: it broke",
      "commit `0be9a3d`, 2 minutes, seed `abc`",
    ])
      expect(page).toContain(text);
    expect(reliabilityPage(page, [a], score, run)).toBe(page);
  });

  test("prints counts in words", () => {
    const page = readFileSync(join(root, "docs/reliability.md"), "utf8");
    const lines = [...page.matchAll(/^The last run: .*$/gm)].map(([line]) => line);
    expect(lines).toHaveLength(PART_NAMES.length);
    for (const line of lines) expect(line).not.toMatch(/[a-z][A-Z]/);
  });

  test("gives the number of each event that must not happen at all", () => {
    const score = new Score([part("a", { trades: 1 })]);
    const broken = [
      "intent 7k2m9x: traded 2 times. Its way: 5 USDC.eth for WETH.eth",
      "k-1: 7k2m9x was sent 2 times",
      "k-1: trade t1 of the service is not in the journal",
      "intent 7k2m9x: FILLED, but no trade was made of it. Its way: …",
      "7k2m9x was left SENT",
      "101 requests of each:getPrice within 60000 ms, where 100 are allowed, at 17",
      "an unhandled rejection: TypeError",
      "the process ended (SIGSEGV): last words",
      "an API key leaked: it stands in /tmp/contender-x/journal.db",
      "the books hold 5 USDC.eth, the service 6",
    ];
    score.add("a", "abc-0", 5, { counts: {}, failures: broken });
    const rows = [...reliabilityPage(around, [], score, run).matchAll(/^\| ([a-z ]+) \| (\d+) \|$/gm)];
    expect(rows.map(([, what, times]) => [what, Number(times)])).toEqual([
      ["duplicates", 2],
      ["lost", 3],
      ["window violations", 1],
      ["crashes", 2],
      ["secrets leaked", 1],
      ["other broken promises", 1],
    ]);
  });

  test("without its marks is refused", () => {
    expect(() => reliabilityPage("# Title", [], new Score([]), run)).toThrow("must hold the lines");
  });
});

test("a key that a round leaves, or that is in its failures, is a broken promise", async () => {
  const key = new ApiKeys(seededRandom("planted")).issue("team");
  const left = mkdtempSync(join(tmpdir(), "contender-planted-"));
  const round = async (): Promise<Tally> => {
    writeFileSync(join(left, "journal.db"), `a row ${key}`);
    rmSync(left, { recursive: true });
    return { counts: { trades: 1 }, failures: [`refused ${key}`] };
  };
  const report = await doRound(async () => ({ ...part("a", {}), round }), "s-1", ["an unhandled rejection: x"]);
  expect(report).toEqual({
    tally: {
      counts: { trades: 1 },
      failures: [
        `refused ${key}`,
        "an unhandled rejection: x",
        `an API key leaked: it stands in ${join(left, "journal.db")}`,
        "an API key leaked: it stands in what went wrong in the round",
      ],
    },
  });
});

describe("a lane", () => {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "contender-lane-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test("returns what its process reports; one that dies costs its round, and the next one runs", async () => {
    const worker = join(folder, "worker.mjs");
    writeFileSync(
      worker,
      `process.on("message", ({ seed }) => {
        if (seed === "die") { console.error("last words"); process.exitCode = 3; process.disconnect(); return; }
        process.send({ tally: { counts: { [seed]: 1 }, failures: [] } });
      });`,
    );
    const lane = new Lane(worker);
    const one = await lane.round({ part: "a", seed: "one" });
    const died = await lane.round({ part: "a", seed: "die" });
    const two = await lane.round({ part: "a", seed: "two" });
    lane.close();
    expect(one).toEqual({ tally: { counts: { one: 1 }, failures: [] } });
    expect(died).toEqual({ broken: expect.stringMatching(/the process ended \(3\): [^]*last words/) });
    expect(two).toEqual({ tally: { counts: { two: 1 }, failures: [] } });
  });

  test("ends the processes that its rounds started", async () => {
    const worker = join(folder, "starter.mjs");
    writeFileSync(
      worker,
      `import { spawn } from "node:child_process";
      process.on("message", () => {
        const { pid } = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
        process.send({ tally: { counts: { pid }, failures: [] } });
      });`,
    );
    const lane = new Lane(worker);
    const report = await lane.round({ part: "a", seed: "one" });
    const pid = "tally" in report ? (report.tally.counts["pid"] ?? 0) : 0;
    expect(process.kill(pid, 0)).toBe(true);
    lane.close();
    // A process that was killed is there until its parent has noticed.
    await vi.waitFor(() => expect(stateOf(pid)).toMatch(/^(gone|Z)$/), 60_000);
  });
});

/** What Linux calls its state; elsewhere whether it is gone. */
function stateOf(pid: number): string {
  try {
    process.kill(pid, 0);
    return existsSync("/proc/self/stat")
      ? (readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.[0] ?? "")
      : "there";
  } catch {
    return "gone";
  }
}
