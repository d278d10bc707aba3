import type { z } from "zod";
import { accountOperations } from "./operations/account.js";
import { competitionOperations } from "./operations/competition.js";
import { healthOperations } from "./operations/health.js";
import { priceOperations } from "./operations/price.js";
import { tradeOperations } from "./operations/trade.js";

/** The whole interface: 16 operations on 15 paths, by operationId. Client, sandbox and documents derive from it. */
export const operations = {
  ...accountOperations,
  ...competitionOperations,
  ...tradeOperations,
  ...priceOperations,
  ...healthOperations,
} as const;

type Operations = typeof operations;
export type OperationId = keyof Operations;

export const OPERATION_IDS = Object.keys(operations) as readonly OperationId[];

/** The query parameters of an operation; `undefined` where it takes none. */
export type Query<Id extends OperationId> = Operations[Id] extends { readonly query: infer Q extends z.ZodType }
  ? z.input<Q>
  : undefined;

/** The JSON body of an operation; `undefined` where it takes none. */
export type Body<Id extends OperationId> = Operations[Id] extends { readonly body: infer B extends z.ZodType }
  ? z.input<B>
  : undefined;

/** The schema of an operation's answer. */
type AnswerSchema<Id extends OperationId> = Operations[Id] extends { readonly answer: infer A extends z.ZodType }
  ? A
  : never;

/** The decoded answer: times in epoch milliseconds, chains and states in lower case, what may be missing null. */
export type Answer<Id extends OperationId> = z.output<AnswerSchema<Id>>;

/** The answer as it goes over the wire, in every form that is read. */
export type WireAnswer<Id extends OperationId> = z.input<AnswerSchema<Id>>;
