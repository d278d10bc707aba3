/**
 * A process that serves one contestant, so that the client does not share its thread: `sandbox`, or
 * `bare` with the portfolio's JSON. Sends its URL (and key) to its parent, and on "memory" the bytes
 * of the heap after a collection.
 */
import fastify from "fastify";
import { z } from "zod";
import { systemClock } from "../src/core/time/system-clock.js";
import { TokenRegistry } from "../src/model/token-registry.js";
import { PUBLIC_RATE_LIMITS } from "../src/model/public-rate-limits.js";
import { createSandbox } from "../src/sandbox/index.js";
import { portfolioSchema, TOKENS } from "./sandbox-portfolio.js";

/** The rate limits of the service, counted as always, with room for the benchmark. */
const ROOMY = PUBLIC_RATE_LIMITS.map((limit) => ({ ...limit, count: 1e9 }));

async function sandbox(): Promise<{ url: string; key: string }> {
  const prices = new Map(TOKENS.map(({ name, usd }) => [name, usd]));
  const served = createSandbox({
    clock: systemClock,
    registry: new TokenRegistry(TOKENS),
    market: { tokens: [...prices.keys()], priceAt: (token) => prices.get(token) ?? null },
    rateLimits: ROOMY,
    settings: {
      startBalances: Object.fromEntries(TOKENS.map(({ name }, i) => [name, String(1000.125 + i)])),
      snapshotIntervalMs: 86_400_000,
    },
  });
  return { url: await served.listen(0), key: served.teams[0]?.apiKey ?? "" };
}

async function bare(json: string): Promise<{ url: string; key: string }> {
  const portfolio: unknown = JSON.parse(json);
  const query = z.object({});
  const app = fastify();
  app.get("/api/account/portfolio", (request) => {
    query.parse(request.query);
    return portfolioSchema.parse(portfolio);
  });
  return { url: await app.listen({ port: 0, host: "127.0.0.1" }), key: "" };
}

const [, , contestant, json = ""] = process.argv;
process.on("disconnect", () => process.exit());
process.on("message", () => {
  globalThis.gc?.();
  process.send?.({ heap: process.memoryUsage().heapUsed });
});
process.send?.(contestant === "bare" ? await bare(json) : await sandbox());
