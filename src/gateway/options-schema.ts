import { z } from "zod";
import { members } from "../core/arguments.js";
import { aboveZero, callback, having, isObject, listOf, text } from "../core/kinds.js";
import { RATE_SCOPES } from "../model/rules.js";
import type { GatewayOptions } from "./options.js";

const clock = having("a clock, such as systemClock", "now", "at");
const count = z.int({ error: "must be a whole number, 1 or more" }).min(1, "must be a whole number, 1 or more");
const windowed = { count, windowMs: aboveZero };
const scope = z.enum(RATE_SCOPES, { error: `must be one of ${RATE_SCOPES.join(", ")}` });
const override = z.union([z.literal("off"), z.array(members(windowed))], {
  error: 'must be a list of limits, or "off"',
});

/** The limits of rules: `Gateway.setLimits` takes them too. */
export const RATE_LIMITS = listOf("limits", members({ scope, ...windowed }));

const LIMITS = members({
  overrides: z.partialRecord(scope, override, { error: "must be limits by scope" }).optional(),
  reservePercent: z.number({ error: "must be a number from 0 to 50" }).min(0).max(50).optional(),
  unsaid: RATE_LIMITS.optional(),
});
const RETRY = members({
  retries: z.int({ error: "must be a whole number, 0 or more" }).min(0).optional(),
  backoffMs: z.number({ error: "must be milliseconds, 0 or more" }).min(0).optional(),
});

/** What `createGateway` takes. What stands in place of a key is never shown. */
export const GATEWAY_OPTIONS = members({
  baseUrl: z.string({ error: "must be a text, such as https://host" }),
  key: z.unknown().refine((key) => typeof key === "string" || (isObject(key) && "key" in key), {
    error: "must be a text, or a key store",
  }),
  ...{ clock, wall: clock, steady: clock.optional(), boot: text.optional(), clockSpeed: aboveZero.optional() },
  registry: having("a TokenRegistry", "resolve", "ofAddress", "list"),
  log: having("a log, such as silentLog", "debug", "info", "warn", "error"),
  secrets: having("new Secrets()", "add", "scrub", "scrubValue"),
  random: having("a source of chance", "next", "int", "fork").optional(),
  limits: LIMITS.optional(),
  rateLimits: RATE_LIMITS.optional(),
  spentDir: text.optional(),
  lane: callback.optional(),
  transport: having("a transport", "send", "close").optional(),
  deadlineMs: aboveZero.optional(),
  retry: RETRY.optional(),
} satisfies Record<keyof GatewayOptions, z.ZodType>);
