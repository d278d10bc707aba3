import fc from "fast-check";
import { describe, expect, it, onTestFinished, test, vi } from "vitest";
import { sleep, sleepUntil, type Timer } from "../../../src/core/time/clock.js";
import { SimulatedClock } from "../../../src/core/time/simulated-clock.js";
import { scaledClock, systemClock } from "../../../src/core/time/system-clock.js";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe("the simulated clock", () => {
  it("runs events by time, and those of one time in the order in which they were asked for", () => {
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

  it("never runs what was cancelled, whichever of them", () => {
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

  it("does not run an event before it was asked for, and never goes back", () => {
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

  it("waits until nothing is in flight before it moves on, when it is driven", async () => {
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

/** Timers the plain way: a list that is searched. */
class PlainClock {
  time = 0;
  #left = 0;
  #running: Timer | null = null;
  #asked = 0;
  #set: { readonly timer: Timer; readonly at: number; readonly order: number; readonly run: () => void }[] = [];

  now(): number {
    return this.time;
  }

  next(): number | null {
    return this.#first()?.at ?? null;
  }

  timer(run: () => void): Timer {
    const timer: Timer = {
      arm: (at) => {
        if (this.#running === timer) this.#running = null;
        timer.clear();
        this.#set.push({ timer, at: Math.max(at, this.time), order: this.#asked++, run });
      },
      clear: () => (this.#set = this.#set.filter((one) => one.timer !== timer)),
      take: () => {
        if (this.#left === 0 || this.#running !== null || this.#first()?.timer !== timer) return false;
        this.#left--;
        this.#begin();
        return true;
      },
    };
    return timer;
  }

  step(more: number): boolean {
    const run = this.#first()?.run;
    if (run === undefined) return false;
    this.#left = more;
    this.#begin();
    run();
    this.#running = null;
    return true;
  }

  #first() {
    return this.#set.toSorted((a, b) => a.at - b.at || a.order - b.order)[0];
  }

  #begin(): void {
    const { timer, at } = this.#first() ?? {};
    timer?.clear();
    this.#running = timer ?? null;
    this.time = at ?? this.time;
  }
}

const TIMERS = 9;
const doing = fc.record({
  kind: fc.constantFrom("arm", "arm", "arm", "arm", "arm", "clear", "take", "take", "look", "end", "step", "step"),
  which: fc.nat(TIMERS - 1),
  in: fc.integer({ min: -1, max: 6 }),
});
type Doing = { readonly kind: string; readonly which: number; readonly in: number };

/** What happens where all of it is done with a clock's timers: first from outside, then also from within those that run. */
function happened(clock: PlainClock | SimulatedClock, all: readonly Doing[]): unknown[] {
  const told: unknown[] = [];
  const rest = [...all];
  const go = (inside: boolean): void => {
    for (let one = rest.shift(); one !== undefined; one = rest.shift()) {
      const timer = timers[one.which] as Timer;
      if (one.kind === "arm") timer.arm(clock.now() + one.in);
      else if (one.kind === "clear") timer.clear();
      else if (one.kind === "take") told.push(["took", one.which, timer.take?.(), clock.now()]);
      else if (one.kind === "look") told.push(["next", clock.next()]);
      else if (inside) return;
      else if (one.kind === "step") told.push(["stepped", clock.step(one.in + 1), clock.now()]);
    }
  };
  const timers = Array.from({ length: TIMERS }, (_, i) =>
    clock.timer(() => {
      told.push(["ran", i, clock.now()]);
      go(true);
    }),
  );
  go(false);
  while (clock.step(0));
  return told;
}

test("timers that are set, cleared and taken, from within each other too, run as those of a plain list do", () => {
  fc.assert(
    fc.property(fc.array(doing, { minLength: 10, maxLength: 80, size: "max" }), (all) => {
      expect(happened(new SimulatedClock(0), all)).toEqual(happened(new PlainClock(), all));
    }),
    { numRuns: 500 },
  );
});

describe("sleeping", () => {
  it("ends at the moment, and at once where it is past", async () => {
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
  it("shows the origin first and runs so many times as fast, and fires no timer early", async () => {
    const clock = scaledClock({ speed: 1_000, origin: 5_000_000 });
    expect(clock.now()).toBeGreaterThanOrEqual(5_000_000);
    expect(clock.now()).toBeLessThan(5_000_000 + 60_000_000);
    const at = clock.now() + 20_000;
    await sleepUntil(clock, at);
    expect(clock.now()).toBeGreaterThanOrEqual(at);
  });

  it("is late by a minute at most for what comes after a sleep, or after it was set forward", () => {
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

  it.each([10, 24 * HOUR])("fires no moment before it shows the time, which may be %d ms away", (away) => {
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

  it("fires when the time has passed though it was set back meanwhile: whoever waits sees that it is early", () => {
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
