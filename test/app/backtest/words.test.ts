import { expect, test } from "vitest";
import { paramsOf } from "../../../src/app/backtest/flags.js";
import { wordsOf } from "../../../src/app/backtest/words.js";

test.each<[string, Record<string, unknown>]>([
  ["fast=5 slow=50", { fast: 5, slow: 50 }],
  ["  fast=5\n slow=50 ", { fast: 5, slow: 50 }],
  ['note="two words" fast=5', { note: "two words", fast: 5 }],
  ["note='two words' fast=5", { note: "two words", fast: 5 }],
  [`note='say "a b"' fast=5`, { note: 'say "a b"', fast: 5 }],
  ['note="it\'s \\"a b\\"" fast=5', { note: 'it\'s "a b"', fast: 5 }],
  ["note=it's fast=5", { note: "it's", fast: 5 }],
  ['tokens=["WETH.eth", "SOL.svm"] fast=5', { tokens: ["WETH.eth", "SOL.svm"], fast: 5 }],
  ['weights={"WETH.eth": 0.5, "SOL.svm": [1, 2]} fast=5', { weights: { "WETH.eth": 0.5, "SOL.svm": [1, 2] }, fast: 5 }],
  ['cron="0 * * * *"', { cron: "0 * * * *" }],
])("values of several params may hold spaces: %s", (text, params) => {
  expect(paramsOf(wordsOf(text, "--beside"), "--beside")).toEqual(params);
});

test.each(['note="two words', "note='two words", "tokens=[1, 2", 'weights={"a": 1'])(
  "an unclosed quote is refused: %s",
  (text) => {
    expect(() => wordsOf(text, "--beside")).toThrow(/^--beside .* is missing$/s);
  },
);
