import fc from "fast-check";
import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { every, type Clock } from "../../../src/core/time/clock.js";
import { LazyDeadline } from "../../../src/core/time/lazy-deadline.js";
import { SimulatedClock } from "../../../src/core/time/simulated-clock.js";
import { copyJson } from "../../../src/core/copy-json.js";

it("a repeating timer runs until it is cancelled, and at once if requested", () => {
  const clock = new SimulatedClock(0);
  const times: number[] = [];
  const cancels = [
    every(clock, 10, () => times.push(clock.now())),
    every(clock, 20, () => times.push(-clock.now()), 5),
  ];
  clock.runUntil(30);
  for (const cancel of cancels) cancel();
  clock.runUntil(100);
  expect(times).toEqual([-5, 10, 20, -25, 30]);
});

it("a repeating timer may cancel itself", () => {
  const clock = new SimulatedClock(0);
  const times: number[] = [];
  const cancel = every(clock, 10, () => {
    if (times.push(clock.now()) === 2) cancel();
  });
  clock.runUntil(100);
  expect(times).toEqual([10, 20]);
});

describe("a lazy deadline", () => {
  const late = (clock: Clock, parent?: AbortSignal): LazyDeadline =>
    new LazyDeadline(clock, 10, () => new Error("late"), parent);

  it("sets no timer until its signal is read", () => {
    const clock = new SimulatedClock(0);
    const deadline = late(clock);
    expect([clock.next(), deadline.used]).toEqual([null, false]);
    const { signal } = { ...deadline.options };
    expect([clock.next(), deadline.used, signal.aborted]).toEqual([10, true, false]);
    clock.runUntil(10);
    expect(signal.reason).toEqual(new Error("late"));
  });

  it("ends with its parent, at once if that has ended before", () => {
    const clock = new SimulatedClock(0);
    const stop = new AbortController();
    const reasons: unknown[] = [];
    const deadline = late(clock, stop.signal);
    deadline.wait((reason) => reasons.push(reason));
    stop.abort("stopped");
    late(clock, stop.signal).wait((reason) => reasons.push(reason));
    expect(late(clock, stop.signal).options.signal.reason).toBe("stopped");
    expect(reasons).toEqual(["stopped", "stopped"]);
  });

  it("leaves its parent no listener once it has passed, even if it is never cleared", () => {
    const clock = new SimulatedClock(0);
    const stop = new AbortController();
    late(clock, stop.signal).wait(() => undefined);
    expect(getEventListeners(stop.signal, "abort").length).toBe(1);
    clock.runUntil(10);
    expect(getEventListeners(stop.signal, "abort").length).toBe(0);
  });

  it("that is cleared never ends", () => {
    const clock = new SimulatedClock(0);
    const stop = new AbortController();
    const deadline = late(clock, stop.signal);
    const { signal } = deadline.options;
    deadline.wait(() => expect.unreachable());
    deadline.clear();
    stop.abort();
    clock.runUntil(100);
    expect(signal.aborted).toBe(false);
  });

  it("that was not used is cleared without a trace, and serves again", () => {
    const clock = new SimulatedClock(0);
    const deadline = late(clock);
    deadline.clear();
    expect([clock.next(), deadline.used]).toEqual([null, false]);
    deadline.wait(() => expect.unreachable());
    deadline.clear();
    expect([clock.next(), deadline.used]).toEqual([null, false]);
  });

  it("that has ended reports it to those who listen then", () => {
    const clock = new SimulatedClock(0);
    const deadline = late(clock);
    deadline.wait(() => {});
    clock.runUntil(10);
    const reasons: unknown[] = [];
    deadline.wait((reason) => reasons.push(reason));
    deadline.clear();
    expect([reasons, deadline.used]).toEqual([[new Error("late")], true]);
  });
});

it("a copy of JSON is equal and shares nothing", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const copy = copyJson(value);
      expect(copy).toEqual(value);
      if (typeof value === "object" && value !== null) expect(copy).not.toBe(value);
    }),
  );
  const tricky = JSON.parse(`{"__proto__": {"a": 1}, "b": [{}]}`) as object;
  expect(JSON.stringify(copyJson(tricky))).toBe(JSON.stringify(tricky));
});
