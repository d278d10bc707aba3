import { z } from "zod";
import { quantity, text, timestamp } from "../fields.js";
import type { Operation } from "../operation.js";
import { named } from "../tolerant.js";

const status = text.describe("`ok` is the only value given");

/** Service-interface 2.12. */
const health = named(
  "Health",
  z.object({
    status,
    timestamp: timestamp.describe("the service's time"),
    uptime: quantity.describe("seconds"),
    version: text.describe("the service's version"),
  }),
);

/** Service-interface 2.12, with the parts of the service. */
const detailedHealth = named(
  "DetailedHealth",
  z.object({
    ...health.shape,
    services: z.object({
      priceTracker: status,
      balanceManager: status,
      tradeSimulator: status,
      competitionManager: status,
      teamManager: status,
    }),
  }),
);

/** Service-interface 4.6: called without a key. */
export const healthOperations = {
  getHealth: {
    id: "getHealth",
    method: "GET",
    path: "/api/health",
    auth: false,
    summary: "Reports that the API is running.",
    section: "4.6",
    scopes: [],
    access: "read",
    repeatable: true,
    shared: false,
    answer: health,
    errors: [],
  },
  getDetailedHealth: {
    id: "getDetailedHealth",
    method: "GET",
    path: "/api/health/detailed",
    auth: false,
    summary: "Reports that the API and all its services are running.",
    section: "4.6",
    scopes: [],
    access: "read",
    repeatable: true,
    shared: false,
    answer: detailedHealth,
    errors: [],
  },
} as const satisfies Readonly<Record<string, Operation>>;
