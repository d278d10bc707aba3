import { expect, it, vi } from "vitest";
import { expectTold } from "./bot.js";
import { json, page, refusal, type Fault } from "./faulty-service.js";
import { liveBot } from "./live-bot.js";
import { end } from "./process.js";

/** Issue "A bot competes", bad input: a service that goes wrong in the middle of a competition, in every way, and comes back. */
const FAULTS: readonly (readonly [string, Fault])[] = [
  ["a page", page()],
  ["half of every body", "half"],
  ["wrong types", json(200, { success: true, price: "much", balances: {}, active: "yes" })],
  ["a proxy's 403", refusal(403, "Forbidden")],
  ["an empty 500", { status: 500, body: "" }],
  ["a 429 without headers", { status: 429, body: "Slow down" }],
  ["a reset", "reset"],
  ["nothing", "never"],
];

it("a bot continues after a service failed for a while, and loses and doubles no trade", async () => {
  const live = await liveBot();
  const { service } = live;
  const bot = live.start();
  try {
    await live.tradesOn(2);
    for (const [what, fault] of FAULTS) {
      const before = service.asked.length;
      service.faults = () => fault;
      // A pause after a 429 lets hardly a request through.
      await vi.waitFor(() => expect(service.asked.length, what).toBeGreaterThan(before + 2), { timeout: 150_000 });
      service.faults = () => null;
      await live.tradesOn(1);
    }
    bot.child.kill("SIGTERM");
    expectTold(await bot.finished, {
      code: 0,
      says: [/stopped by SIGTERM/, /tanding of Faulty Cup/],
      secret: service.key,
    });
    await live.expectAgreement();
  } finally {
    await end(bot);
    await service.close();
  }
}, 400_000);
