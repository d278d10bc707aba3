import { expect, test } from "vitest";
import { EncodeError } from "../../src/contract/index.js";
import { Answers } from "../../src/sandbox/answers.js";

test("a kept answer is written once for each source", () => {
  const answers = new Answers();
  const [a, b] = [{}, {}];
  let written = 0;
  const write = (): string => `text ${written++}`;
  expect([a, a, b, a].map((source) => answers.kept(source, write))).toEqual(["text 0", "text 0", "text 1", "text 0"]);
});

test("an answer that the interface does not allow is not sent", () => {
  expect(() => new Answers().fresh("resetApiKey", { success: true, apiKey: "" })).toThrow(EncodeError);
});
