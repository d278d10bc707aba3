import { expect, test } from "vitest";
import { resolveByHand } from "../../src/engine/resolve.js";
import type { EngineContext } from "../../src/engine/context.js";
import type { Executor, HandVerdict } from "../../src/execution/index.js";

const VERDICT: HandVerdict = { kind: "not-executed", reason: "the organisers say so" };
const mayStill = (): boolean => true;

async function resolved(settle: Executor["resolveByHand"]): Promise<{ said: unknown[]; error: unknown }> {
  const said: unknown[] = [];
  const world = { note: (...note: unknown[]) => void said.push(note) } as unknown as EngineContext;
  const executor = { resolveByHand: settle } as unknown as Executor;
  const error: unknown = await resolveByHand(world, executor, "7k2m9x", VERDICT, mayStill).catch(
    (thrown: unknown) => thrown,
  );
  return { said, error };
}

test("a person's verdict on a trade is noted, with the reason, once it is settled", async () => {
  const asked: unknown[] = [];
  const { said } = await resolved(async (...told) => void asked.push(told));
  expect(asked).toEqual([["7k2m9x", VERDICT, mayStill]]);
  const text = "7k2m9x was settled by hand: not-executed. the organisers say so";
  expect(said).toEqual([["info", "resolved-by-hand", text, { intent: "7k2m9x", verdict: "not-executed" }]]);
});

test("an impossible verdict is not noted", async () => {
  const { said, error } = await resolved(() => Promise.reject(new Error("nothing to resolve")));
  expect([said, error]).toEqual([[], new Error("nothing to resolve")]);
});
