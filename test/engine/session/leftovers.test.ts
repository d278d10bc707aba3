import { expect, test } from "vitest";
import { ContenderError } from "../../../src/core/errors.js";
import type { Venue } from "../../../src/model/venue.js";
import { killed, losing } from "../dying-bot.js";
import { buyer } from "../strategies.js";
import { HOUR, makeWorld, MINUTE, pass, runToEnd, SETTINGS, type TestWorld } from "../world.js";

class Ended extends Error {
  readonly code = "COMPETITION_ENDED";
}

class Unauthorized extends ContenderError {
  readonly code = "UNAUTHORIZED";
}

/** A bot whose one trade (at 1:00) has lost its answer, and that died over it; its competition ends at 2:00. */
async function deadOverATrade(made: boolean): Promise<TestWorld & { readonly state: () => readonly string[] }> {
  const world = makeWorld({
    strategies: [{ definition: buyer("buyer", "0 1 * * *"), allocation: 0.5 }],
    duration: 2 * HOUR,
  });
  await killed(
    world,
    HOUR + 5_000,
    losing(world.venue, () => true, made),
  );
  await pass(world, 2 * HOUR);
  const state = () => world.journal.intents.map((one) => one.state);
  expect(state()).toEqual(["SENT"]);
  return { ...world, state };
}

test("a trade whose competition ended while the bot was dead is found in the list, and entered, at the next start", async () => {
  const world = await deadOverATrade(true);
  const result = await runToEnd(world, HOUR, world.bot());
  expect(result).toMatchObject({ code: "NOT_BEGUN", exitCode: 2, conflicts: [], unknown: [] });
  expect(world.state()).toEqual(["FILLED"]);
  const { books } = world.journal.recover(world.competition.id);
  const held = world.exchange.balances(world.team.id).find(({ token }) => token === "WETH.eth");
  expect(books["buyer"]?.["WETH.eth"]?.amount).toEqual(held?.amount);
});

test("a trade that was never made is resolved so, over the settling time, even if nothing is active", async () => {
  const world = await deadOverATrade(false);
  const result = await runToEnd(world, HOUR, world.bot());
  expect(result).toMatchObject({ code: "NOT_BEGUN", exitCode: 2, unknown: [] });
  expect(world.state()).toEqual(["NOT_EXECUTED"]);
  expect(world.journal.steps.at(-1)?.detail["reason"]).toMatch(
    /absent from \d+ lists of trades, and both balances are as before/,
  );
});

test("balances that moved without a trade in the list are a conflict for a person", async () => {
  const world = await deadOverATrade(true);
  const engine = world.bot({ venue: { ...world.venue, trades: () => [] } });
  const result = await runToEnd(world, HOUR, engine);
  const [id = ""] = result.conflicts;
  expect(result).toMatchObject({ code: "NOT_BEGUN", exitCode: 4, conflicts: [id], unknown: [] });
  expect(result.remedy).toContain(`contender resolve ${id}`);
  expect(world.state()).toEqual(["CONFLICT"]);
});

test("while it waits for the next competition its status names the conflict, and a person may settle it", async () => {
  const world = await deadOverATrade(true);
  const engine = world.bot({ settings: { ...SETTINGS, wait: true }, venue: { ...world.venue, trades: () => [] } });
  void engine.run();
  await pass(world, 10 * MINUTE);
  const id = world.journal.intents[0]?.intent.id ?? "";
  expect(engine.status()).toMatchObject({ phase: "waiting", conflicts: [id] });
  await engine.resolve(id, { kind: "not-executed", reason: "the service's people say so" });
  expect(engine.status().conflicts).toEqual([]);
});

test("a conflict found while it waited is named in the next competition too, and its end needs a person", async () => {
  const world = await deadOverATrade(true);
  const engine = world.bot({ settings: { ...SETTINGS, wait: true }, venue: { ...world.venue, trades: () => [] } });
  const ended = engine.run();
  await pass(world, 10 * MINUTE);
  const id = world.journal.intents[0]?.intent.id ?? "";
  expect(engine.status()).toMatchObject({ phase: "waiting", conflicts: [id] });
  const next = world.exchange.createCompetition({ name: "Summer", teams: [world.team.id], durationMs: HOUR });
  await world.exchange.start(next.id);
  await pass(world, 10 * MINUTE);
  expect(engine.status()).toMatchObject({ phase: "trading", conflicts: [id] });
  engine.stop("enough");
  await pass(world, MINUTE);
  expect(await ended).toMatchObject({ code: "STOPPED", exitCode: 4, conflicts: [id] });
});

test("a trade stays unknown at a service that is silent after the end: facts and remedy are noted and printed", async () => {
  const world = await deadOverATrade(true);
  const refuse = () => Promise.reject(new Ended("403: Competition Spring (1) ended"));
  const engine = world.bot({
    venue: { ...world.venue, status: refuse, profile: refuse, trades: refuse, balances: refuse },
  });
  const result = await runToEnd(world, MINUTE, engine);
  const [id = ""] = result.unknown;
  expect(result).toMatchObject({ code: "COMPETITION_OVER", exitCode: 4, conflicts: [], unknown: [id] });
  expect(result.remedy).toContain(`contender resolve ${id} --as not-executed`);
  expect(world.state()).toEqual(["UNKNOWN"]);
  const { text } = world.journal.notes.find(({ kind }) => kind === "unsettled") ?? {};
  expect(text).toMatch(/USDC\.eth for WETH\.eth, sent at 2025-03-01T01:00:\d\d/);
  expect(text).toContain("0 lists could be read");
  expect(text).toContain("Competition Spring (1) ended");
  expect(text).toContain(`contender resolve ${id}`);
});

test("while it waits for the next competition the bot keeps looking, and a person may resolve the trade", async () => {
  const world = await deadOverATrade(true);
  let away = true;
  const trades: Venue["trades"] = (options) => (away ? Promise.reject(new Error("503")) : world.venue.trades(options));
  const settings = { ...SETTINGS, wait: true };
  const engine = world.bot({ settings, venue: { ...world.venue, trades } });
  const ended = engine.run();
  await pass(world, 5 * MINUTE);
  expect(engine.status().phase).toBe("waiting");
  expect(world.state()).toEqual(["UNKNOWN"]);
  away = false;
  await pass(world, 5 * MINUTE);
  expect(world.state()).toEqual(["FILLED"]);
  engine.stop("enough");
  await pass(world, MINUTE);
  expect(await ended).toMatchObject({ code: "STOPPED", exitCode: 0, unknown: [] });
});

test("a trade that is still looked for when the next competition begins is settled there", async () => {
  const world = await deadOverATrade(true);
  let away = true;
  const trades: Venue["trades"] = (options) => (away ? Promise.reject(new Error("503")) : world.venue.trades(options));
  const engine = world.bot({ settings: { ...SETTINGS, wait: true }, venue: { ...world.venue, trades } });
  const ended = engine.run();
  await pass(world, 5 * MINUTE);
  const next = world.exchange.createCompetition({ name: "Summer", teams: [world.team.id], durationMs: 30 * MINUTE });
  await world.exchange.start(next.id);
  await pass(world, 5 * MINUTE);
  away = false;
  await pass(world, HOUR);
  expect(await ended).toMatchObject({ code: "COMPETITION_OVER", exitCode: 0, unknown: [] });
  expect(world.state()[0]).toBe("FILLED");
});

test("a stop during the look-up is obeyed at once, and leaves the rest to the next start", async () => {
  const world = await deadOverATrade(false);
  const engine = world.bot();
  const ended = engine.run();
  await pass(world, 20_000);
  engine.stop("Ctrl-C");
  await pass(world, 1_000);
  const result = await ended;
  expect(result).toMatchObject({ code: "STOPPED", exitCode: 0 });
  expect(result.unknown).toHaveLength(1);
  const steps = world.journal.steps.length;
  await pass(world, 10 * MINUTE);
  expect(world.journal.steps).toHaveLength(steps);
});

test("a stop before any look-up names the trade, and so does the end at a service that refuses the key", async () => {
  const world = await deadOverATrade(true);
  const [id = ""] = world.journal.intents.map(({ intent }) => intent.id);
  const silent = world.bot({ venue: { ...world.venue, profile: () => new Promise<never>(() => {}) } });
  const stopped = silent.run();
  silent.stop("Ctrl-C");
  silent.stop("Ctrl-C");
  expect(await stopped).toMatchObject({ code: "STOPPED", exitCode: 0, unknown: [id] });
  const refused = world.bot({ venue: { ...world.venue, profile: () => Promise.reject(new Unauthorized("401")) } });
  expect(await runToEnd(world, HOUR, refused)).toMatchObject({ code: "UNAUTHORIZED", exitCode: 3, unknown: [id] });
  const noted = world.journal.notes.filter(({ kind }) => kind === "unsettled").map(({ text }) => text);
  expect(noted).toHaveLength(2);
  expect(noted[0]).toContain(`It is not known whether ${id} was executed`);
  expect(world.state()).toEqual(["SENT"]);
});
