import { expect, test } from "vitest";
import { SimulatedClock } from "../../src/core/time/simulated-clock.js";
import { seededRandom } from "../../src/core/random.js";
import { NetworkError, RateLimitedError } from "../../src/gateway/errors.js";
import { retryAfter } from "../../src/gateway/retry.js";
import { instantLane } from "./limits/instant-lane.js";
import { gatewayFor } from "./service.js";

const network = (): NetworkError => new NetworkError("getPrice", "http://host", new Error("reset"));

/** When the tries after the first failure were made, in milliseconds since it. */
async function tries(error: () => Error, seed: string, held = true): Promise<number[]> {
  const clock = new SimulatedClock(0);
  const at: number[] = [];
  const done = retryAfter(
    error(),
    () => {
      at.push(clock.now());
      return Promise.reject(error());
    },
    { retries: 4, backoffMs: 100, wall: clock, unheld: held ? undefined : clock, random: seededRandom(seed) },
  ).catch(() => null);
  await clock.drive(1e6, () => new Promise((resolve) => setImmediate(resolve)));
  await done;
  return at;
}

test("pauses double, and each is drawn between half and the whole of its length, on the clock port", async () => {
  for (const seed of ["a", "b", "c", "d"]) {
    const at = await tries(network, seed);
    const pauses = at.map((time, i) => time - (at[i - 1] ?? 0));
    expect(pauses).toHaveLength(4);
    pauses.forEach((pause, i) => {
      expect(pause).toBeGreaterThanOrEqual(50 * 2 ** i - 1);
      expect(pause).toBeLessThanOrEqual(100 * 2 ** i + 1);
    });
  }
});

test("the same seed gives the same pauses, another seed others", async () => {
  expect(await tries(network, "a")).toEqual(await tries(network, "a"));
  expect(await tries(network, "a")).not.toEqual(await tries(network, "b"));
});

test("after a 429 retry makes no pause: the limiter makes it", async () => {
  const refused = { operation: "getPrice", status: 429, text: "", recognised: null };
  expect(await tries(() => new RateLimitedError(refused, 1_000), "a")).toEqual([0, 0, 0, 0]);
});

test("a request without a limiter waits here after a 429, as long as the answer says", async () => {
  const refused = { operation: "getHealth", status: 429, text: "", recognised: null };
  const at = await tries(() => new RateLimitedError(refused, 1_000), "a", false);
  expect(at).toEqual([1_000, 2_000, 3_000, 4_000]);
});

test("foreign errors are not retried", async () => {
  expect(await tries(() => new TypeError("a fault"), "a")).toEqual([]);
});

test("a refusal of the second try is not retried", async () => {
  const clock = new SimulatedClock(0);
  let tried = 0;
  const refused = new Error("refused for good");
  const done = retryAfter(network(), () => Promise.reject(++tried === 1 ? refused : network()), {
    retries: 4,
    backoffMs: 100,
    wall: clock,
    random: seededRandom("a"),
  }).catch((error: unknown) => error);
  await clock.drive(1e6, () => new Promise((resolve) => setImmediate(resolve)));
  expect([await done, tried]).toEqual([refused, 1]);
});

test("a gateway tries four times by default, after half a second, one and two, drawn from its own random", async () => {
  const pausesOf = async (seed: string): Promise<number[]> => {
    const clock = new SimulatedClock(0);
    const at: number[] = [];
    const send = () => {
      at.push(clock.now());
      return { answer: Promise.reject(new Error("reset")), abort: () => undefined };
    };
    const transport = { origin: "http://host", send, close: () => Promise.resolve() };
    const ports = { clock, wall: clock, lane: instantLane, random: seededRandom(seed) };
    const gateway = gatewayFor("http://host", { ...ports, transport, retry: {} });
    const failed = expect(gateway.price("WETH.eth")).rejects.toMatchObject({ code: "NETWORK" });
    await clock.drive(10_000, () => new Promise((resolve) => setImmediate(resolve)));
    await failed;
    return at.slice(1).map((time, i) => time - (at[i] ?? 0));
  };
  const pauses = await pausesOf("a");
  expect(pauses).toHaveLength(3);
  pauses.forEach((pause, i) => {
    expect(pause).toBeGreaterThanOrEqual(250 * 2 ** i);
    expect(pause).toBeLessThanOrEqual(500 * 2 ** i);
  });
  expect(await pausesOf("a")).toEqual(pauses);
});
