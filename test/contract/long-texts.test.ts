import { expect, test } from "vitest";
import { decodeAnswer, encodeAnswer, type OperationId } from "../../src/contract/index.js";
import { LONGEST_TEXT } from "../../src/contract/fields.js";
import { SAMPLES } from "./samples.js";

const LONG = "x".repeat(2 * LONGEST_TEXT);

/** A value in which every text of a field that may have any text is a long one. */
function lengthened(value: unknown, key = ""): unknown {
  if (Array.isArray(value)) return value.map((member) => lengthened(member, key));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, lengthened(member, name)]));
  return typeof value === "string" && FREE.has(key) ? LONG : value;
}

const FREE = new Set(
  "name description message teamName deactivationReason reason error email contactPerson source version tradingRules rateLimits slippageFormula interval".split(
    " ",
  ),
);

/** The longest text in a value, outside of what a team itself has saved. */
function longest(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 0;
  const members = Object.entries(value).filter(([name]) => name !== "metadata");
  return Math.max(0, ...members.map(([, member]) => longest(member)));
}

test.each(Object.keys(SAMPLES) as OperationId[])("no text in what %s answers is longer than 1,000 characters", (id) => {
  expect(longest(decodeAnswer(id, lengthened(SAMPLES[id])))).toBeLessThanOrEqual(LONGEST_TEXT);
});

test("a cut text is the beginning of the whole one, and no half of a character is left at its end", () => {
  const reason = `${"a".repeat(LONGEST_TEXT - 1)}\u{1F600}b`;
  const { transaction } = decodeAnswer("executeTrade", {
    ...SAMPLES.executeTrade,
    transaction: { ...SAMPLES.executeTrade.transaction, reason },
  });
  expect(transaction.reason).toBe("a".repeat(LONGEST_TEXT - 1));
});

test("a text is sent whole: the interface has no such limit", () => {
  const answer = decodeAnswer("executeTrade", SAMPLES.executeTrade);
  const sent = encodeAnswer("executeTrade", { ...answer, transaction: { ...answer.transaction, reason: LONG } });
  expect(sent.transaction.reason).toBe(LONG);
});
