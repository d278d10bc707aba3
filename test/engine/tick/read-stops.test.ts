import { expect, test } from "vitest";
import { ReadStops } from "../../../src/engine/tick/read-stops.js";

test("a stop ends the reads under way, with its reason, and none that ended before, in whatever order", () => {
  const stop = new AbortController();
  const stops = new ReadStops(stop.signal);
  const ended: string[] = [];
  const ends = ["first", "second", "third", "last"].map((name) => {
    return (reason: unknown): void => void ended.push(`${name}: ${String(reason)}`);
  });
  for (const end of ends) stops.add(end);
  for (const gone of [1, 3]) stops.delete(ends[gone] as (reason: unknown) => void);
  expect(stops.stopped).toBe(false);
  stop.abort("enough");
  expect(stops.stopped).toBe(true);
  expect(ended).toEqual(["first: enough", "third: enough"]);
});

test("a read that begins after the stop is stopped at once", () => {
  expect(new ReadStops(AbortSignal.abort()).stopped).toBe(true);
});
