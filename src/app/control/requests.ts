import { z } from "zod";
import { PLAIN_READS } from "../../model/venue.js";

const text = z.string().min(1).max(10_000);
const token = z.string().min(1).max(200);
const amount = z
  .string()
  .regex(/^\d+(\.\d+)?$/, "must be in plain decimal notation, such as 100 or 0.05")
  .max(100);

/** Everything that can be asked of a bot, or of the service directly where no bot runs. */
export const requestSchema = z.discriminatedUnion("do", [
  z.strictObject({ do: z.literal("status") }),
  z.strictObject({ do: z.literal("health") }),
  z.strictObject({ do: z.literal("balances") }),
  z.strictObject({ do: z.literal("trades") }),
  z.strictObject({ do: z.literal("leaderboard"), competition: text.optional() }),
  /** A read of the venue that takes no argument, and is answered with what it gives. */
  z.strictObject({ do: z.literal("read"), read: z.enum(PLAIN_READS) }),
  z.strictObject({ do: z.literal("price"), token }),
  z.strictObject({ do: z.literal("token"), token }),
  z.strictObject({ do: z.literal("quote"), from: token, to: token, amount }),
  z.strictObject({
    do: z.literal("swap"),
    from: token,
    to: token,
    amount,
    reason: text,
    book: text.optional(),
    /** The person's name for it: asked for again, it is the same swap. */
    id: z.string().min(1).max(200).optional(),
    /** Whether it is made though an equal one was made a short while ago. */
    again: z.boolean().optional(),
  }),
  z.strictObject({ do: z.literal("profile") }),
  z.strictObject({
    do: z.literal("set-profile"),
    contactPerson: text.optional(),
    metadata: z.record(z.string(), z.json()).optional(),
  }),
  z.strictObject({ do: z.literal("rotate-key") }),
  z.strictObject({
    do: z.literal("resolve"),
    intent: text,
    verdict: z.enum(["filled", "not-executed"]),
    /** Filled: which trade of the service's list it was; left out, its marker finds it. */
    trade: text.optional(),
    reason: text,
  }),
]);

export type Request = z.output<typeof requestSchema>;
export type RequestKind = Request["do"];
export type RequestOf<Kind extends RequestKind> = Extract<Request, { do: Kind }>;

/** How far a swap is: lines that may come before its answer. */
export const progressSchema = z.strictObject({
  progress: z.strictObject({
    open: z.array(z.string()),
    unknown: z.strictObject({ intent: z.string(), reason: z.string() }).nullable(),
  }),
});

export type Progress = z.output<typeof progressSchema>;

/** The answer to a request: one line of JSON on the control socket, the last one. */
export const replySchema = z.discriminatedUnion("ok", [
  z.strictObject({ ok: z.literal(true), result: z.json() }),
  z.strictObject({
    ok: z.literal(false),
    error: z.strictObject({ code: z.string(), message: z.string(), remedy: z.string() }),
  }),
]);

export type Reply = z.output<typeof replySchema>;

/** The longest request, in characters: more is refused unread. */
export const LONGEST_REQUEST = 65_536;
