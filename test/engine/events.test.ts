import { afterEach, describe, expect, it, vi } from "vitest";
import { silentLog, type Log } from "../../src/core/log.js";
import { nextTurn } from "../../src/core/time/system-clock.js";
import { EventQueue, type QueueOptions } from "../../src/engine/events/event-queue.js";
import { EventStream } from "../../src/engine/events/event-stream.js";
import type { EngineEvent, EventListener } from "../../src/model/event.js";
import { buyer } from "../backtest/strategies.js";
import { flush, makeWorld, MINUTE, pass, runToEnd, START } from "./world.js";

const event = (seq: number): EngineEvent => {
  return { ...{ seq, at: START, run: "run-1", strategy: null }, type: "mode-changed", mode: "trading", held: null };
};

/** Events by their numbers, from the first on. */
const events = (count: number): EngineEvent[] => Array.from({ length: count }, (_none, i) => event(i + 1));

/** A queue with what it warned of. */
function makeQueue(listener: EventListener, options: Partial<QueueOptions> = {}) {
  const warnings: string[] = [];
  const log: Log = { ...silentLog, warn: (message) => void warnings.push(message) };
  return { warnings, queue: new EventQueue(listener, { log, ...options }) };
}

afterEach(() => vi.restoreAllMocks());

describe("a queue of events for one listener", () => {
  it("gives it each event in order, and never within the call that wrote it", async () => {
    const heard: number[] = [];
    const { queue } = makeQueue(({ seq }) => heard.push(seq));
    for (const one of events(250)) queue.push(one);
    expect(heard).toEqual([]);
    await queue.delivered();
    expect(heard).toEqual(events(250).map(({ seq }) => seq));
    expect(queue.dropped).toBe(0);
  });

  it("goes on after what the listener throws or rejects with, and warns once", async () => {
    const heard: number[] = [];
    const { queue, warnings } = makeQueue(({ seq }) => {
      heard.push(seq);
      if (seq === 1) throw new Error("it broke");
      return seq === 2 ? Promise.reject(new Error("it broke again")) : undefined;
    });
    for (const one of events(3)) queue.push(one);
    await queue.delivered();
    expect(heard).toEqual([1, 2, 3]);
    expect(warnings).toEqual(["A listener to events failed: it broke"]);
  });

  it("gives a slow listener its next event once its promise is settled", async () => {
    const open: (() => void)[] = [];
    const { queue } = makeQueue(() => new Promise<void>((resolve) => open.push(resolve)));
    for (const one of events(2)) queue.push(one);
    await nextTurn();
    await nextTurn();
    expect(open).toHaveLength(1);
    open[0]?.();
    await nextTurn();
    expect(open).toHaveLength(2);
  });

  it("keeps for one that never returns as many as the limit, drops the oldest, counts them and warns once", async () => {
    const never = new Promise<void>(() => {});
    const { queue, warnings } = makeQueue(() => never, { limit: 5 });
    queue.push(event(1));
    await nextTurn();
    await nextTurn();
    for (const one of events(11).slice(1)) queue.push(one);
    expect(queue.length).toBe(5);
    expect(queue.dropped).toBe(5);
    expect(warnings).toEqual(["A listener to events is too slow: the oldest that wait for it are dropped"]);
  });

  it("tells a listener that was too slow how many events it missed", async () => {
    const heard: (readonly [number, number])[] = [];
    const { queue } = makeQueue(({ seq }, dropped) => heard.push([seq, dropped]), { limit: 3 });
    for (const one of events(5)) queue.push(one);
    await queue.delivered();
    expect(heard).toEqual([
      [3, 2],
      [4, 2],
      [5, 2],
    ]);
  });

  it("lets nobody wait for a listener that never returns, and not twice for the same event", async () => {
    const never = new Promise<void>(() => {});
    const { queue } = makeQueue(() => never, { patience: 1 });
    queue.push(event(1));
    await queue.delivered();
    queue.push(event(2));
    await queue.delivered();
    expect(queue.length).toBe(1);
  });

  it("gives nothing more once it is closed, in the middle of a turn too", async () => {
    const heard: number[] = [];
    const { queue } = makeQueue(({ seq }) => {
      heard.push(seq);
      if (seq === 2) queue.close();
    });
    for (const one of events(5)) queue.push(one);
    await queue.delivered();
    queue.push(event(6));
    await nextTurn();
    expect(heard).toEqual([1, 2]);
  });
});

describe("a stream of events", () => {
  it("listens to the journal while anybody listens to it", () => {
    const taps: (object | null)[] = [];
    const stream = new EventStream({ journal: { listen: (tap) => void taps.push(tap) }, log: silentLog });
    const [first, second] = [stream.subscribe(() => {}), stream.subscribe(() => {})];
    first();
    first();
    expect(taps.map((tap) => tap !== null)).toEqual([true]);
    second();
    second();
    expect(taps.map((tap) => tap !== null)).toEqual([true, false]);
    stream.subscribe(() => {});
    expect(taps.map((tap) => tap !== null)).toEqual([true, false, true]);
  });

  it("gives each listener every event from when it came until it goes", async () => {
    let tap: (event: EngineEvent) => void = () => {};
    const stream = new EventStream({
      journal: { listen: (given) => void (tap = given ?? (() => {})) },
      log: silentLog,
    });
    const heard = { a: [] as number[], b: [] as number[] };
    const leave = stream.subscribe(({ seq }) => heard.a.push(seq));
    tap(event(1));
    stream.subscribe(({ seq }) => heard.b.push(seq));
    tap(event(2));
    await stream.delivered();
    leave();
    tap(event(3));
    expect(stream.undelivered()).toBe(1);
    await stream.delivered();
    expect(heard).toEqual({ a: [1, 2], b: [2, 3] });
  });
});

describe("an engine", () => {
  it("tells of a run from its start to its end, in the order of the journal", async () => {
    const world = makeWorld({ strategies: [buyer], duration: 3 * MINUTE });
    const heard: EngineEvent[] = [];
    world.engine.subscribe((each) => heard.push(each));
    await runToEnd(world);
    await world.engine.events.delivered();
    expect(heard.map(({ seq }) => seq)).toEqual(heard.map((_each, i) => i + 1));
    const types = heard.map(({ type }) => type);
    expect(types.slice(0, 2)).toEqual(["run-started", "mode-changed"]);
    expect(types.at(-1)).toBe("run-ended");
    expect(types).toEqual(
      expect.arrayContaining(["tick-decided", "intent-prepared", "intent-moved", "trade", "outcome", "equity"]),
    );
    const modes = heard.flatMap((each) => (each.type === "mode-changed" ? [each.mode] : []));
    expect(modes).toEqual(["connecting", "trading", "stopping", "ended"]);
    const moved = heard.flatMap((each) => (each.type === "intent-moved" ? [each.state] : []));
    expect(moved).toEqual(["SENT", "FILLED"]);
  });

  it("says that it waits for a competition, and when that begins", async () => {
    const world = makeWorld({
      strategies: [buyer],
      startIn: 10 * MINUTE,
      duration: 2 * MINUTE,
      settings: { wait: true },
    });
    await runToEnd(world);
    expect(world.journal.modes.map(({ mode }) => mode)).toEqual(["waiting", "trading", "stopping"]);
  });

  it("trades the same whatever its listeners do", async () => {
    const run = async (...listeners: readonly EventListener[]) => {
      const world = makeWorld({ strategies: [buyer], duration: 5 * MINUTE });
      for (const listener of listeners) world.engine.subscribe(listener);
      const { endedAt, exitCode } = await runToEnd(world);
      const { ticks, steps, equityPoints, trades, notes } = world.journal;
      return { endedAt, exitCode, ticks, steps, equityPoints, trades, notes };
    };
    const throws = (): never => {
      throw new Error("it broke");
    };
    const never = (): Promise<void> => new Promise(() => {});
    const slow = async (): Promise<void> => {
      for (let i = 0; i < 5; i++) await nextTurn();
    };
    expect(await run(throws, never, slow)).toEqual(await run());
  });

  it("calls a listener that leaves in the middle no more", async () => {
    const world = makeWorld({ strategies: [buyer], duration: 5 * MINUTE });
    const heard: EngineEvent[] = [];
    const leave = world.engine.subscribe((each) => {
      heard.push(each);
      if (each.type === "trade") leave();
    });
    await runToEnd(world);
    await flush();
    expect(heard.at(-1)?.type).toBe("trade");
  });

  it("says why trades wait while the status cannot be read, and that they go on", async () => {
    let broken = false;
    const world = makeWorld({
      strategies: [buyer],
      venue: (venue) => ({
        ...venue,
        status: (options) => (broken ? Promise.reject(new Error("no answer")) : venue.status(options)),
      }),
    });
    void world.engine.run();
    await flush();
    broken = true;
    await pass(world, 5 * MINUTE);
    broken = false;
    await pass(world, 5 * MINUTE);
    world.engine.stop("enough");
    await pass(world, MINUTE);
    const held = world.journal.modes.filter(({ mode }) => mode === "trading").map((change) => change.held);
    expect(held).toEqual([null, "the status of the competition could not be read; it is read again", null]);
  });
});
