import { expect, test } from "vitest";
import { oncePer } from "../../src/core/once-per.js";

test("a value is computed once for each object, even if it is undefined", () => {
  const asked: object[] = [];
  const nothingOf = oncePer((subject: object): unknown => {
    asked.push(subject);
    return undefined;
  });
  const [one, other] = [{}, {}];
  for (const subject of [one, one, other, one, other]) expect(nothingOf(subject)).toBeUndefined();
  expect(asked).toEqual([one, other]);
  expect(asked[0]).toBe(one);
});

test("a failed computation is tried again", () => {
  let tries = 0;
  const triesOf = oncePer(() => {
    if (++tries === 1) throw new Error("not yet");
    return tries;
  });
  const subject = {};
  expect(() => triesOf(subject)).toThrow("not yet");
  expect([triesOf(subject), triesOf(subject)]).toEqual([2, 2]);
});
