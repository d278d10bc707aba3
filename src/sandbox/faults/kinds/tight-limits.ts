import { z } from "zod";
import { RateWindows, secondsUntil } from "../../rate-windows.js";
import { targets } from "../fields.js";
import { defineKind } from "../kind.js";
import { tooMany } from "./rate-limited.js";

export const tightLimits = defineKind({
  name: "tight-limits",
  summary:
    "The service allows fewer requests than its rules state: 429 as soon as a share of a limit is used, counted in its own windows.",
  fields: {
    operations: targets("all"),
    share: z.number().gt(0).max(1).default(0.5).describe("The allowed share of every limit's count. Default: 0.5."),
  },
  arm({ share }, { clock, rateLimits }) {
    const windows = new RateWindows(
      clock,
      rateLimits.map((limit) => ({ ...limit, count: Math.max(1, Math.floor(limit.count * share)) })),
    );
    return {
      meet({ operation, headers = {} }) {
        const key = headers["authorization"];
        const fullUntil = key === undefined || !operation.auth ? null : windows.spend(key, operation.scopes);
        if (fullUntil === null) return null;
        return { instead: tooMany(secondsUntil(fullUntil, clock.now()), fullUntil, "both") };
      },
    };
  },
});
