import { z } from "zod";
import { DecodeError, EncodeError } from "./errors.js";
import { operations, type Answer, type OperationId, type WireAnswer } from "./operations.js";

/** The answer schemas in a form that a generic operationId can index. */
const answers: { readonly [Id in OperationId]: { readonly answer: z.ZodType<Answer<Id>, WireAnswer<Id>> } } =
  operations;

/** A list of a thousand trades may be wrong a thousand times: nobody reads more than this. */
const MOST_PROBLEMS = 5;

/** What does not fit and where, for people. It names types and places only, so that no key is ever in it. */
function problemsOf({ issues }: z.ZodError): string {
  const left = issues.length - MOST_PROBLEMS;
  const shown = z.prettifyError({ issues: issues.slice(0, MOST_PROBLEMS) });
  return left > 0 ? `${shown}\n… and ${left} more` : shown;
}

/** The domain value of a parsed JSON answer. Throws DecodeError, which names the operation and the place. */
export function decodeAnswer<Id extends OperationId>(id: Id, json: unknown): Answer<Id> {
  const read = z.safeParse(answers[id].answer, json);
  if (read.success) return read.data;
  throw new DecodeError(id, problemsOf(read.error));
}

/** The wire form of an answer, exactly as the interface writes it. Throws EncodeError. */
export function encodeAnswer<Id extends OperationId>(id: Id, answer: Answer<Id>): WireAnswer<Id> {
  const wire = z.safeEncode(answers[id].answer, answer);
  if (wire.success) return wire.data;
  throw new EncodeError(id, problemsOf(wire.error));
}
