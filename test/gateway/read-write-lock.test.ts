import { expect, test } from "vitest";
import { ReadWriteLock } from "../../src/gateway/read-write-lock.js";

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("many share the lock, and an exclusive caller waits until the last of them has left", async () => {
  const turnstile = new ReadWriteLock();
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

test("callers that come during or before an exclusive turn wait until it has ended", async () => {
  const turnstile = new ReadWriteLock();
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

test("two exclusive callers run one after the other, and the second waits for those that came between them", async () => {
  const turnstile = new ReadWriteLock();
  const log: string[] = [];
  const run = (name: string) => async (): Promise<void> => {
    log.push(`${name} begins`);
    await turn();
    log.push(`${name} ends`);
  };
  await Promise.all([turnstile.alone(run("a")), turnstile.alone(run("b"))]);
  expect(log).toEqual(["a begins", "a ends", "b begins", "b ends"]);
});

test("an exclusive caller that fails lets the others in", async () => {
  const turnstile = new ReadWriteLock();
  await expect(turnstile.alone(() => Promise.reject(new Error("it failed")))).rejects.toThrow("it failed");
  expect(turnstile.enter()).toBeNull();
});
