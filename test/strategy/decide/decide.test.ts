import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { decideOnce } from "../../../src/testing/index.js";
import { defineStrategy } from "../../../src/strategy/define.js";
import { BadDecisionError } from "../../../src/strategy/errors.js";
import { Decider, decideOn } from "../../../src/strategy/decide/decide.js";
import { noGuard, watchdogGuard } from "../../../src/strategy/guard.js";
import type { View } from "../../../src/strategy/view.js";
import type { HoldDecision } from "../../../src/model/decision.js";
import { KNOWN_TOKENS } from "../../../src/model/known-tokens.js";
import { TokenRegistry } from "../../../src/model/token-registry.js";

const hold = { kind: "hold", reason: "nothing" } as const;

/** A strategy that returns whatever it is told to. */
function returning(value: unknown, state?: z.ZodType) {
  return defineStrategy({
    name: "returns",
    summary: "Returns what it is told to.",
    params: z.object({}),
    schedule: "* * * * *",
    ...(state && { state }),
    decide: () => value as typeof hold,
  });
}

test("the engine treats one decision, several, and decisions with a state alike", () => {
  const state = z.object({ count: z.number().default(0) });
  expect(decideOnce(returning(hold))).toEqual({ decisions: [hold] });
  expect(decideOnce(returning([hold, hold]))).toEqual({ decisions: [hold, hold] });
  expect(decideOnce(returning([]))).toEqual({ decisions: [] });
  expect(decideOnce(returning({ decisions: hold, state: {} }, state))).toEqual({
    decisions: [hold],
    state: { count: 0 },
  });
  expect(decideOnce(returning({ decisions: [hold] }, state))).toEqual({ decisions: [hold] });
});

test.each([
  [undefined, /decide returned undefined/],
  [null, /decide returned null/],
  [true, /decide returned true/],
  [Promise.resolve(hold), /decide returned a promise/],
  [{}, /decide returned \{\}/],
  [{ state: {} }, /decisions is missing/],
  [new Set([hold]), /decide returned Set\(1\)/],
  [{ decisions: new Set([hold]) }, /decisions must be an array, or one decision \(it is Set\(1\)/],
  [{ decisions: [], sate: {} }, /beside them "sate"/],
  [[[hold]], /must be an object \(it is \[/],
  // A hole: Array(1) has no member.
  [Array(1), /must be an object \(it is undefined\)/],
  [{ decisions: null }, /must be an object/],
  [[hold, 5], /must be an object/],
  [{ decisions: hold, state: { a: 1 } }, /declares none/],
])("%j is not an answer", (value, message) => {
  expect(() => decideOnce(returning(value))).toThrow(BadDecisionError);
  expect(() => decideOnce(returning(value))).toThrow(message);
});

test("an unknown member beside decisions suggests what was meant, and a state alone what is missing", () => {
  const remedy = (value: unknown): string => {
    try {
      decideOnce(returning(value));
    } catch (error) {
      return (error as BadDecisionError).remedy;
    }
    throw new Error("it was taken");
  };
  expect(remedy({ decisions: [], sate: {} })).toBe("Did you mean state?");
  expect(remedy({ decisions: [], note: 1 })).toBe("Only state may stand there.");
  expect(remedy({ state: {} })).toBe("Return { decisions: [], state }.");
});

test("an error in one of several decisions names that one and the remedy", () => {
  const evidence = { deep: [{ n: 1n }] };
  const bad = { ...hold, evidence } as never;
  expect(() => decideOnce(returning([hold, bad, hold]))).toThrow(
    expect.objectContaining({
      message: "decision 2 of 3: evidence must be an object that survives JSON, but evidence.deep.0.n is a bigint",
      remedy: expect.stringContaining("A BigInt or a Decimal goes as a text") as string,
    }),
  );
  expect(() => decideOnce(returning([bad]))).toThrow(/^evidence must be/);
});

describe("decisions of one answer", () => {
  const swap = (id?: string) => ({ kind: "swap", from: "USDC.eth", to: "WETH.eth", size: { usd: 1 }, reason: "a", id });
  const target = (token: string, id?: string) => ({ kind: "target", weights: { [token]: 0.1 }, reason: "b", id });
  const cancel = (id?: string) => ({ kind: "cancel", reason: "c", id });

  test.each([
    [[swap("x"), hold, target("WBTC.eth", "x")], 'decisions 1 and 3 both have the id "x"', /an id of its own/],
    [
      [target("WETH.eth"), target("WBTC.eth"), target("WETH.eth")],
      "decisions 1 and 3 both are targets that name WETH.eth",
      /one target/,
    ],
    [
      [cancel("x"), swap("y"), swap("x")],
      'decision 1 cancels the id "x", which decision 3 of the same answer has',
      /leave it out, or give the new decision another id/,
    ],
  ])("that contradict each other are refused with both of them and a remedy: %j", (answer, message, remedy) => {
    expect(() => decideOnce(returning(answer))).toThrow(
      expect.objectContaining({ code: "BAD_DECISION", message, remedy: expect.stringMatching(remedy) as string }),
    );
  });

  test("may be several targets of different tokens, several equal swaps, and a cancel of earlier ones", () => {
    const answer = [cancel("old"), cancel(), target("WETH.eth", "a"), target("WBTC.eth", "b"), swap(), swap("c")];
    expect(decideOnce(returning(answer)).decisions).toHaveLength(6);
  });
});

test("a state that does not fit its schema, or does not survive JSON, is refused", () => {
  const number = z.object({ count: z.number().default(0) });
  const loose = z.object({ any: z.any().default(null) });
  expect(() => decideOnce(returning({ decisions: hold, state: { count: "1" } }, number))).toThrow(/count/);
  expect(() => decideOnce(returning({ decisions: hold, state: { any: new Map() } }, loose))).toThrow(
    /state\.any is a Map/,
  );
});

test("a hold after a run that the guard stopped does not repeat the hold before", () => {
  let run = 0;
  const strategy = defineStrategy({
    ...returning(hold),
    decide: () => {
      if (++run === 2) for (;;);
      return hold;
    },
  });
  const decider = new Decider({ definition: strategy }, new TokenRegistry(KNOWN_TOKENS), watchdogGuard(20));
  const view = {} as View;
  decider.decide(view);
  expect(() => decider.decide(view)).toThrow(/did not return within 20 ms/);
  decider.decide(view);
  expect(decider.again).toBe(false);
});

test("the answer is read within the guard: a getter that never returns is stopped", () => {
  const endless = {
    get kind(): "hold" {
      for (;;);
    },
    reason: "never read",
  };
  const view = {} as View;
  const registry = new TokenRegistry(KNOWN_TOKENS);
  expect(() => decideOn({ definition: returning(endless) }, view, registry, watchdogGuard(50))).toThrow(
    /did not return within 50 ms/,
  );
});

test("only a hold in the very words of a bare hold before is a repetition, and each answer is kept as it is", () => {
  const bare = (reason: string) => ({ kind: "hold", reason }) as const;
  const answers: readonly unknown[] = [
    ...[bare("a"), bare("a"), bare("b"), { ...bare("a"), evidence: { n: 1 } }, { decisions: bare("a") }],
    ...[[bare("a")], [bare("a"), bare("b")], { kind: "cancel", reason: "a" }],
  ];
  const broken = new Error("broken");
  const alone = new Map(answers.map((one) => [one, decideOnce(returning(one))]));
  const registry = new TokenRegistry(KNOWN_TOKENS);
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...answers, broken), { maxLength: 20, size: "max" }), (given) => {
      let answer: unknown;
      const seen: unknown[] = [];
      const definition = defineStrategy({
        ...{ name: "returns", summary: "Returns.", params: z.object({}), schedule: "* * * * *" },
        decide(view) {
          seen.push(view);
          if (answer === broken) throw broken;
          return answer as typeof hold;
        },
      });
      const decider = new Decider({ definition }, registry, noGuard);
      const isBare = (one: unknown): one is HoldDecision =>
        (one as Partial<HoldDecision> | undefined)?.kind === "hold" &&
        Object.getPrototypeOf(one) === Object.prototype &&
        Object.keys(one as object).length === 2;
      given.forEach((one, i) => {
        const [view, before] = [{} as View, given[i - 1]];
        answer = isBare(one) ? { ...one } : one;
        if (one === broken) expect(() => decider.decide(view)).toThrow("broken");
        else expect(decider.decide(view)).toEqual(alone.get(one));
        expect(decider.again).toBe(isBare(one) && isBare(before) && one.reason === before.reason);
        expect(seen.at(-1)).toBe(view);
      });
    }),
  );
});

test("the view shows the state as it was read, however often it is read", () => {
  const strategy = defineStrategy({
    name: "doubling",
    summary: "For a test.",
    params: z.object({}),
    schedule: "* * * * *",
    state: z.object({
      a: z
        .number()
        .default(0)
        .transform((n) => n * 2),
    }),
    decide: ({ state, hold }) => hold({ reason: `${state.a}` }),
  });
  expect(decideOnce(strategy, { state: { a: 1 } }).decisions).toMatchObject([{ reason: "2" }]);
});

test("changes that decide makes to its state stay with it", () => {
  const strategy = defineStrategy({
    name: "mutates",
    summary: "Changes what it was given.",
    params: z.object({}),
    schedule: "* * * * *",
    state: z.object({ list: z.array(z.number()).default([]) }),
    decide(view) {
      view.state.list.push(1);
      return view.hold({ reason: `${view.state.list.length} remembered` });
    },
  });
  const state = { list: [] };
  expect(decideOnce(strategy, { state }).decisions).toMatchObject([{ reason: "0 remembered" }]);
  expect(state.list).toEqual([]);
});

test("later changes to a returned answer change no decision", () => {
  const evidence = { seen: [1] };
  const size = { usd: 100 };
  const swap = { kind: "swap", from: "USDC.eth", to: "WETH.eth", size, reason: "Buys.", evidence };
  const held: { kind: "hold"; reason: string } = { kind: "hold", reason: "Waits." };
  const state = { any: { count: 1 } };
  const { decisions, state: after } = decideOnce(
    returning({ decisions: [swap, held], state }, z.object({ any: z.unknown().default(null) })),
  );
  evidence.seen.push(2);
  size.usd = 1;
  held.reason = "Something else.";
  state.any.count = 2;
  expect(decisions).toEqual([
    { ...swap, size: { usd: 100 }, evidence: { seen: [1] } },
    { kind: "hold", reason: "Waits." },
  ]);
  expect(after).toEqual({ any: { count: 1 } });
});
