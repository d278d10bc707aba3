import { expect, test } from "vitest";
import { RunningStrategy } from "../../../src/app/process/running-strategy.js";
import type { BoundStrategy } from "../../../src/strategy/bind/bind.js";

/** How often a strategy's `read` is under way, by what it gives. */
function reading(given: unknown) {
  const running = new RunningStrategy();
  const [bound] = running.reading([{ name: "reader", definition: { read: () => given } } as unknown as BoundStrategy]);
  const answer: unknown = bound?.definition.read?.({} as never, {} as never);
  return { answer, underWay: () => running.reads[0]?.[0] };
}

test.each([
  ["an answer", () => Promise.resolve(1)],
  ["an error", () => Promise.reject(new Error("no news"))],
])("a read is under way until it has %s", async (_, given) => {
  const { answer, underWay } = reading(given());
  expect(underWay()).toBe(1);
  await (answer as Promise<unknown>).catch(() => undefined);
  expect(underWay()).toBe(0);
});

test("a read that returns at once is never under way, and keeps its result", () => {
  const { answer, underWay } = reading(1);
  expect([answer, underWay()]).toEqual([1, 0]);
});

test("a lazy result of read that starts at each `then`, such as a database query, starts once", async () => {
  let begun = 0;
  const { answer } = reading({ then: (resolve: (rows: number) => void) => resolve(++begun) });
  expect(await answer).toBe(1);
  expect(begun).toBe(1);
});
