import { expect, test } from "vitest";
import { Turnstile } from "../../src/gateway/turnstile.js";

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("many are inside at a time, and one who wants to be alone waits until the last of them has left", async () => {
  const turnstile = new Turnstile();
  const log: string[] = [];
  expect([turnstile.enter(), turnstile.enter()]).toEqual([null, null]);
  const alone = turnstile.alone(() => Promise.resolve(log.push("alone")));
  turnstile.leave();
  await turn();
  expect(log).toEqual([]);
  turnstile.leave();
  await alone;
  expect(log).toEqual(["alone"]);
});

test("those who come while one is alone, or waits for that, do not go in before it has ended", async () => {
  const turnstile = new Turnstile();
  void turnstile.enter();
  let end = (): void => undefined;
  const alone = turnstile.alone(() => new Promise<void>((resolve) => (end = resolve)));
  const log: string[] = [];
  const come = async (name: string): Promise<void> => {
    for (let blocked = turnstile.enter(); blocked !== null; blocked = turnstile.enter()) await blocked;
    log.push(name);
  };
  void come("while it waits");
  turnstile.leave();
  await turn();
  void come("while it is alone");
  await turn();
  expect(log).toEqual([]);
  end();
  await alone;
  await turn();
  expect(log).toEqual(["while it waits", "while it is alone"]);
});

test("two who want to be alone are so one after the other, and the second waits for those who came between them", async () => {
  const turnstile = new Turnstile();
  const log: string[] = [];
  const run = (name: string) => async (): Promise<void> => {
    log.push(`${name} begins`);
    await turn();
    log.push(`${name} ends`);
  };
  await Promise.all([turnstile.alone(run("a")), turnstile.alone(run("b"))]);
  expect(log).toEqual(["a begins", "a ends", "b begins", "b ends"]);
});

test("one that fails alone lets the others in", async () => {
  const turnstile = new Turnstile();
  await expect(turnstile.alone(() => Promise.reject(new Error("it failed")))).rejects.toThrow("it failed");
  expect(turnstile.enter()).toBeNull();
});
