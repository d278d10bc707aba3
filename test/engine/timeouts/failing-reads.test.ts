import { expect, test } from "vitest";
import { FailingReads } from "../../../src/engine/timeouts/failing-reads.js";
import type { EnginePorts } from "../../../src/engine/index.js";
import type { Notes } from "../../../src/engine/notes.js";
import { idler } from "../strategies.js";
import { DAY, HOUR, makeWorld, MINUTE, pass, runToEnd, START, type WorldOptions } from "../world.js";

/** A bot of which one kind of reading fails for some time. */
function failing(reading: "portfolio" | "status" | "balances", from: number, until: number, more: WorldOptions = {}) {
  const world = makeWorld({ strategies: [idler()], ...more });
  const { venue, clock } = world;
  const read = venue[reading].bind(venue);
  const fails = (): boolean => clock.now() >= START + from && clock.now() < START + until;
  const answer = (): unknown => {
    if (fails()) throw new Error("boom");
    return read();
  };
  const engine = world.bot({ venue: { ...venue, [reading]: answer } });
  const told = (): (readonly [minute: number, level: string, kind: string, text: string])[] =>
    world.journal.notes
      .filter(({ kind }) => kind.startsWith(`${reading}-`))
      .map(({ at, level, kind, text }) => [(at - START) / MINUTE, level, kind, text]);
  return { world, engine, told };
}

test("an unreadable portfolio is reported, less and less often, with what it means for the drawdown stop", async () => {
  const { world, engine, told } = failing("portfolio", 0, DAY, {
    duration: HOUR,
    settings: { risk: { drawdownStop: { share: 0.15, samples: 5 } } },
  });
  await runToEnd(world, DAY, engine);
  const text = (times: number, lasted: string): string =>
    `The portfolio cannot be read, ${times} times in a row by now, for ${lasted}: boom. The drawdown stop has only the leaderboard meanwhile.`;
  expect(told()).toEqual([
    [3, "warn", "portfolio-unread", text(3, "2m")],
    [13, "warn", "portfolio-unread", text(13, "12m")],
    [33, "warn", "portfolio-unread", text(33, "32m")],
  ]);
  expect(world.lines).toContainEqual({ level: "warn", message: text(3, "2m") });
});

test("a status that cannot be read is reported after half a minute, and once when it can be read again", async () => {
  const { world, engine, told } = failing("status", MINUTE, 38 * MINUTE);
  void engine.run();
  await pass(world, HOUR);
  expect(told()).toEqual([
    [1.5, "warn", "status-unread", expect.stringMatching(/6 times .* for 30s: boom\. Nothing is sent meanwhile/)],
    [11.5, "warn", "status-unread", expect.stringContaining("46 times in a row by now, for 10m30s")],
    [31.5, "warn", "status-unread", expect.stringContaining("for 30m30s")],
    [38, "info", "status-read-again", "The status of the competition can be read again, after 151 failures in 37m"],
  ]);
});

test("balances that cannot be compared are reported at the second failure, minutes after the first", async () => {
  const { world, engine, told } = failing("balances", MINUTE, 11 * MINUTE);
  void engine.run();
  await pass(world, HOUR);
  expect(told()).toEqual([
    [10, "warn", "balances-unread", expect.stringContaining("cannot be read, 2 times in a row by now, for 5m: boom")],
    [15, "info", "balances-read-again", expect.stringContaining("after 2 failures in 10m")],
  ]);
});

test("after a successful reading failures are counted anew, and reported as soon as at first", () => {
  let minute = 0;
  const clock = { now: () => minute * MINUTE };
  const told: unknown[] = [];
  const note: Notes = (_level, kind, _text, data) => void told.push([minute, kind, data]);
  const reads = new FailingReads({ ports: { clock } as EnginePorts, note }, { name: "it", what: "x", meaning: "" });
  for (const works of [true, false, false, false, true, false, false, false, true, true]) {
    if (works) reads.worked();
    else reads.failed(new Error("boom"));
    minute++;
  }
  expect(told).toEqual([
    [3, "it-unread", { failures: 3, since: MINUTE }],
    [4, "it-read-again", { failures: 3, since: MINUTE }],
    [7, "it-unread", { failures: 3, since: 5 * MINUTE }],
    [8, "it-read-again", { failures: 3, since: 5 * MINUTE }],
  ]);
});

test("a single failure is not reported, and neither is its end; the next one is counted anew", async () => {
  const { world, engine, told } = failing("status", MINUTE, MINUTE + 30_000);
  void engine.run();
  await pass(world, HOUR);
  expect(told()).toEqual([]);
});
