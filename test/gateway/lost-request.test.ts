import { expect, test } from "vitest";
import { SimulatedClock } from "../../src/core/time/simulated-clock.js";
import { nextTurn } from "../../src/core/time/system-clock.js";
import { handlerTransport } from "../support/handler-transport.js";
import { instantLane } from "./limits/instant-lane.js";
import { gatewayFor, PRICE } from "./service.js";

test("a request without an answer frees its slot a window after its deadline", async () => {
  const clock = new SimulatedClock(0);
  let asked = 0;
  const transport = handlerTransport(() =>
    ++asked === 1 ? new Promise(() => undefined) : { status: 200, headers: {}, body: JSON.stringify(PRICE) },
  );
  const limits = {
    overrides: {
      price: [
        { count: 1, windowMs: 100 },
        { count: 1e6, windowMs: 60_000 },
      ],
    },
  };
  const gateway = gatewayFor("http://sandbox.invalid", {
    ...{ clock, wall: clock, transport, limits, lane: instantLane },
    ...{ deadlineMs: 50, retry: { retries: 0 } },
  });
  const lost = gateway.price("WETH.eth").catch((error: unknown) => error);
  const next = gateway.price("WETH.eth");
  await clock.drive(50, nextTurn);
  expect(await lost).toMatchObject({ code: "DEADLINE" });
  await clock.drive(149, nextTurn);
  expect(asked).toBe(1);
  await clock.drive(2_000, nextTurn);
  expect((await next).usd).toBe(3000.5);
  await gateway.close();
});
