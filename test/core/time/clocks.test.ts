import fc from "fast-check";
import { describe, expect, it, onTestFinished, test, vi } from "vitest";
import { sleep, sleepUntil } from "../../../src/core/time/clock.js";
import { SimulatedClock } from "../../../src/core/time/simulated-clock.js";
import { scaledClock, systemClock } from "../../../src/core/time/system-clock.js";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe("the simulated clock", () => {
  it("runs events by time, and those of one time in the order in which they were scheduled", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 60 }), (times) => {
        const clock = new SimulatedClock(0);
        const seen: [number, number][] = [];
        times.forEach((at, index) => clock.at(at, () => seen.push([clock.now(), index])));
        clock.runUntil(100);
        const expected = times
          .map((at, index): [number, number] => [at, index])
          .sort(([a, i], [b, j]) => a - b || i - j);
        expect(seen).toEqual(expected);
        expect(clock.now()).toBe(100);
      }),
    );
  });

  it("never runs cancelled events, whichever they are", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 20 }), fc.boolean()), { maxLength: 40 }), (asked) => {
        const clock = new SimulatedClock(0);
        let ran = 0;
        const cancels = asked.map(([at]) => clock.at(at, () => ran++));
        asked.forEach(([, cancelled], index) => cancelled && cancels[index]?.());
        clock.runUntil(20);
        expect(ran).toBe(asked.filter(([, cancelled]) => !cancelled).length);
        expect(clock.next()).toBeNull();
      }),
    );
  });

  it("runs no event before it was scheduled, and never goes back", () => {
    const clock = new SimulatedClock(1_000);
    let at: number | null = null;
    clock.at(10, () => (at = clock.now()));
    expect(at).toBeNull();
    expect(clock.step()).toBe(true);
    expect(at).toBe(1_000);
    expect(clock.step()).toBe(false);
    clock.runUntil(500);
    expect(clock.now()).toBe(1_000);
  });

  it("waits until nothing is in flight before it moves, when it is driven", async () => {
    const clock = new SimulatedClock(0);
    const seen: string[] = [];
    let work: Promise<void> = Promise.resolve();
    clock.at(1, () => {
      work = Promise.resolve().then(async () => {
        await Promise.resolve();
        seen.push(`work at ${clock.now()}`);
      });
    });
    clock.at(2, () => seen.push("second event"));
    await clock.drive(5, () => work);
    expect(seen).toEqual(["work at 1", "second event"]);
  });
});

const asking = fc.record({ in: fc.integer({ min: -1, max: 6 }), cancels: fc.option(fc.nat(30)), asks: fc.nat(2) });

test("events that are asked for and cancelled, from within each other too, run as those of a sorted list do", () => {
  fc.assert(
    fc.property(fc.array(asking, { maxLength: 40, size: "max" }), (all) => {
      const clock = new SimulatedClock(0);
      const rest = [...all];
      const waiting: { id: number; at: number }[] = [];
      const cancels: (() => void)[] = [];
      const ask = (): void => {
        const one = rest.shift();
        if (one === undefined) return;
        const id = cancels.length;
        waiting.push({ id, at: Math.max(clock.now(), clock.now() + one.in) });
        cancels.push(
          clock.at(clock.now() + one.in, () => {
            const next = waiting.toSorted((a, b) => a.at - b.at || a.id - b.id)[0];
            expect([id, clock.now()]).toEqual([next?.id, next?.at]);
            waiting.splice(waiting.indexOf(next as { id: number; at: number }), 1);
            for (let i = 0; i < one.asks; i++) ask();
          }),
        );
        const cancelled = one.cancels === null ? -1 : waiting.findIndex((other) => other.id === one.cancels);
        if (cancelled < 0) return;
        waiting.splice(cancelled, 1);
        cancels[one.cancels as number]?.();
      };
      for (let i = 0; i < 12; i++) ask();
      while (clock.next() !== null) expect(clock.step()).toBe(true);
      expect(waiting).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

test("a clock that is moved shows that time, and never goes back", () => {
  const clock = new SimulatedClock(10);
  clock.moveTo(20);
  clock.moveTo(15);
  expect(clock.now()).toBe(20);
});

describe("sleeping", () => {
  it("ends at its time, and at once if that is past", async () => {
    const clock = new SimulatedClock(0);
    let woke: number | null = null;
    void sleep(clock, 30).then(() => (woke = clock.now()));
    clock.runUntil(29);
    await Promise.resolve();
    expect(woke).toBeNull();
    clock.runUntil(30);
    await Promise.resolve();
    expect(woke).toBe(30);
  });

  it("is ended by its signal with the signal's reason, and leaves no event", async () => {
    const clock = new SimulatedClock(0);
    const controller = new AbortController();
    const reason = new Error("enough");
    const asleep = sleepUntil(clock, 10, controller.signal);
    controller.abort(reason);
    await expect(asleep).rejects.toBe(reason);
    expect(clock.next()).toBeNull();
    await expect(sleepUntil(clock, 10, controller.signal)).rejects.toBe(reason);
  });
});

describe("the machine's clocks", () => {
  it("shows the origin first and runs at its speed, and fires no timer early", async () => {
    const clock = scaledClock({ speed: 1_000, origin: 5_000_000 });
    expect(clock.now()).toBeGreaterThanOrEqual(5_000_000);
    expect(clock.now()).toBeLessThan(5_000_000 + 60_000_000);
    const at = clock.now() + 20_000;
    await sleepUntil(clock, at);
    expect(clock.now()).toBeGreaterThanOrEqual(at);
  });

  it("is late by a minute at most after a sleep, or after it was set forward", () => {
    vi.useFakeTimers({ now: 0 });
    onTestFinished(() => void vi.useRealTimers());
    let fired: number | null = null;
    systemClock.at(24 * HOUR, () => (fired = systemClock.now()));
    vi.advanceTimersByTime(14 * HOUR + MINUTE / 2);
    // Timers stand still for hours, and the clock does not.
    vi.setSystemTime(24 * HOUR - 1.5 * MINUTE);
    vi.advanceTimersByTime(1.5 * MINUTE - 1);
    expect(fired).toBeNull();
    vi.advanceTimersByTime(MINUTE);
    expect(fired).toBeGreaterThanOrEqual(24 * HOUR);
  });

  it.each([10, 24 * HOUR])("fires no timer before it shows its time, which may be %d ms away", (away) => {
    vi.useFakeTimers({ now: 0 });
    onTestFinished(() => void vi.useRealTimers());
    const seen: number[] = [];
    systemClock.at(away, () => seen.push(systemClock.now()));
    // As a timer that counts whole milliseconds of another clock, and fires before this one is there.
    vi.advanceTimersByTime(away - 1);
    vi.setSystemTime(away - 2);
    vi.advanceTimersByTime(1);
    expect([systemClock.now(), seen]).toEqual([away - 1, []]);
    vi.advanceTimersByTime(1);
    expect(seen).toEqual([away]);
  });

  it("fires when the time has passed even if it was set back: the caller sees that it is early", () => {
    vi.useFakeTimers({ now: 24 * HOUR });
    onTestFinished(() => void vi.useRealTimers());
    let fired: number | null = null;
    systemClock.at(27 * HOUR, () => (fired = systemClock.now()));
    vi.advanceTimersByTime(HOUR);
    vi.setSystemTime(15 * HOUR);
    vi.advanceTimersByTime(2 * HOUR - 1);
    expect(fired).toBeNull();
    vi.advanceTimersByTime(1);
    expect(fired).toBe(17 * HOUR);
  });

  it("fires a timer of a fast clock at its moment, and no later", () => {
    vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const clock = scaledClock({ speed: 10, origin: 5_000_000 });
    const fired: number[] = [];
    clock.at(clock.now() + 20_000, () => fired.push(clock.now()));
    vi.advanceTimersByTime(1_999);
    expect(fired).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(fired).toEqual([5_020_000]);
  });

  it("does not fire a timer that is further away than setTimeout can count", async () => {
    let fired = false;
    const cancels = [systemClock, scaledClock({ speed: 2, origin: 0 })].map((clock) =>
      clock.at(clock.now() + 2 ** 33, () => (fired = true)),
    );
    await sleep(systemClock, 20);
    for (const cancel of cancels) cancel();
    expect(fired).toBe(false);
  });
});
