import { expect, test } from "vitest";
import { SharedRead } from "../../src/gateway/shared-read.js";

function shared() {
  let answer: (text: string) => void = () => {};
  let signal = AbortSignal.abort();
  const read = new SharedRead<string>((given) => {
    signal = given;
    return new Promise((resolve) => (answer = resolve));
  });
  return { read, answer: (text: string) => answer(text), signal };
}

test("a request is aborted when the last of its callers leaves", async () => {
  const { read, signal } = shared();
  const [one, other] = [new AbortController(), new AbortController()];
  const waiting = Promise.allSettled([read.join(one.signal), read.join(other.signal)]);
  one.abort(new Error("one left"));
  expect([signal.aborted, read.abandoned]).toEqual([false, false]);
  other.abort(new Error("the other left"));
  expect([signal.aborted, read.abandoned]).toEqual([true, true]);
  expect(await waiting).toMatchObject([{ reason: new Error("one left") }, { reason: new Error("the other left") }]);
});

test("an answered request is not aborted, whoever leaves then", async () => {
  const { read, answer, signal } = shared();
  const one = new AbortController();
  const waiting = read.join(one.signal);
  answer("here");
  expect(await waiting).toBe("here");
  one.abort();
  expect([signal.aborted, read.abandoned, await read.join()]).toEqual([false, false, "here"]);
});
