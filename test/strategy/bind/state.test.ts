import { expect, test } from "vitest";
import { z } from "zod";
import { firstStateProblem, stateOf } from "../../../src/strategy/bind/state.js";

test("a strategy begins with the default of its state, otherwise with those of the state's members", () => {
  const whole = z.object({ count: z.number() }).default({ count: 3 });
  const members = z.object({ count: z.number().default(4) });
  expect([stateOf({ state: whole }, undefined), stateOf({ state: members }, undefined)]).toEqual([
    { count: 3 },
    { count: 4 },
  ]);
  expect([firstStateProblem({ state: whole }), firstStateProblem({ state: members })]).toEqual([null, null]);
});

test("a stored state goes before every default, and a strategy without state has none", () => {
  const state = z.object({ count: z.number() }).default({ count: 3 });
  expect([stateOf({ state }, { count: 9 }), stateOf({}, { count: 9 })]).toEqual([{ count: 9 }, null]);
});

test("a state without defaults has no first value, and the problem says so", () => {
  expect(firstStateProblem({ state: z.object({ count: z.number() }) })).toContain("a default for every member");
});
