import { describe, expect, it, test } from "vitest";
import { Decimal } from "../../src/core/number/decimal.js";
import { readScope } from "../../src/model/read-scope.js";
import type { CallOptions, ReadScope, VenueReads } from "../../src/model/venue.js";

type Answer = (name: keyof VenueReads, options: CallOptions | undefined) => unknown;

/** A scope on reads that all answer as said, the number of requests so far, and an execute. */
function scopeOn(answer: Answer = () => ({})): { scope: ReadScope; requests: () => number; execute: () => unknown } {
  let requests = 0;
  let executes = 0;
  const ask = (name: keyof VenueReads, options: CallOptions | undefined): never => {
    requests++;
    return answer(name, options) as never;
  };
  const reads: VenueReads = {
    price: (_token, options) => ask("price", options),
    tokenInfo: (_token, options) => ask("tokenInfo", options),
    quote: (_request, options) => ask("quote", options),
    balances: (options) => ask("balances", options),
    portfolio: (options) => ask("portfolio", options),
    trades: (options) => ask("trades", options),
    profile: (options) => ask("profile", options),
    status: (options) => ask("status", options),
    rules: (options) => ask("rules", options),
    leaderboard: (_id, options) => ask("leaderboard", options),
    upcoming: (options) => ask("upcoming", options),
  };
  const scope = readScope(reads, () => executes);
  return { scope, requests: () => requests, execute: () => (executes += 1) };
}

const swap = (from: string, to: string, amount: string): Parameters<VenueReads["quote"]>[0] => {
  return { from, to, amount: new Decimal(amount) };
};

describe("equal reads", () => {
  const asked = (ask: (scope: ReadScope) => readonly unknown[]): readonly [calls: number, requests: number] => {
    const { scope, requests } = scopeOn();
    return [ask(scope).length, requests()];
  };

  it("are never those of another method, with other arguments or for another purpose", () => {
    const [calls, requests] = asked((scope) => [
      scope.price("A.eth"),
      scope.price("B.eth"),
      scope.price("A.eth", { purpose: "trade" }),
      scope.tokenInfo("A.eth"),
      scope.quote(swap("A.eth", "B.eth", "1")),
      scope.quote(swap("B.eth", "A.eth", "1")),
      scope.quote(swap("A.eth", "B.eth", "1.5")),
      scope.quote(swap("A B", "C", "1")),
      scope.quote(swap("A", "B C", "1")),
      scope.balances(),
      scope.portfolio(),
      scope.trades(),
      scope.profile(),
      scope.status(),
      scope.status({ purpose: "trade" }),
      scope.rules(),
      scope.leaderboard(),
      scope.leaderboard("one"),
      scope.leaderboard("null"),
      scope.upcoming(),
    ]);
    expect([calls, requests]).toEqual([20, 20]);
  });

  it("are those of the same data, however amounts are written and whether or not the usual purpose is named", () => {
    const [, requests] = asked((scope) => [
      scope.quote(swap("A.eth", "B.eth", "0.10")),
      scope.quote(swap("A.eth", "B.eth", "1e-1"), { purpose: "read" }),
    ]);
    expect(requests).toBe(1);
  });
});

describe("where answers are there at once", () => {
  it("makes no promise, and never touches the caller's signal", () => {
    const answer = { usd: 1 };
    const { scope, requests } = scopeOn(() => answer);
    const options: CallOptions = {
      get signal(): AbortSignal {
        throw new Error("touched");
      },
    };
    expect([scope.price("A.eth", options), scope.price("A.eth", options)]).toEqual([answer, answer]);
    expect(requests()).toBe(1);
  });

  it("asks again after an execute, after a failure, and each time once it is closed", () => {
    let fails = true;
    const { scope, requests, execute } = scopeOn(() => {
      if (fails) throw new Error("no");
      return {};
    });
    expect(() => scope.rules()).toThrow("no");
    fails = false;
    for (let i = 0; i < 2; i++) void scope.rules();
    expect(requests()).toBe(2);
    execute();
    for (let i = 0; i < 2; i++) void scope.rules();
    expect(requests()).toBe(3);
    scope.close();
    for (let i = 0; i < 2; i++) void scope.rules();
    expect(requests()).toBe(5);
  });
});

describe("a request that several callers wait for", () => {
  function waiting() {
    let signal: AbortSignal | undefined;
    let settle: { answer(text: string): void; fail(error: Error): void } = { answer() {}, fail() {} };
    const { scope, requests } = scopeOn((_name, options) => {
      signal = options?.signal;
      return new Promise<string>((answer, fail) => (settle = { answer, fail }));
    });
    const read = (caller?: AbortController): Promise<unknown> =>
      Promise.resolve(scope.status(caller && { signal: caller.signal }));
    return { read, requests, settle: () => settle, aborted: () => signal?.aborted };
  }

  test("is aborted when the last of them leaves, and the next caller makes a new one", async () => {
    const { read, requests, settle, aborted } = waiting();
    const [one, other] = [new AbortController(), new AbortController()];
    const ends = Promise.allSettled([read(one), read(other)]);
    one.abort(new Error("one left"));
    expect(aborted()).toBe(false);
    other.abort(new Error("the other left"));
    expect(aborted()).toBe(true);
    expect(await ends).toMatchObject([{ reason: new Error("one left") }, { reason: new Error("the other left") }]);
    const again = read();
    settle().answer("here");
    expect([await again, requests()]).toEqual(["here", 2]);
  });

  test("is not aborted once it is answered, and not while a caller without a signal waits", async () => {
    const { read, requests, settle, aborted } = waiting();
    const [one, other] = [new AbortController(), new AbortController()];
    const early = Promise.allSettled([read(one)]);
    const staying = read();
    one.abort(new Error("left"));
    await early;
    expect(aborted()).toBe(false);
    const late = read(other);
    settle().answer("here");
    expect(await Promise.all([staying, late])).toEqual(["here", "here"]);
    other.abort();
    expect([aborted(), await read(), requests()]).toEqual([false, "here", 1]);
  });

  test("fails for each of them, and is forgotten then", async () => {
    const { read, requests, settle } = waiting();
    const ends = Promise.allSettled([read(), read()]);
    settle().fail(new Error("no"));
    expect((await ends).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    const again = read();
    settle().answer("here");
    expect([await again, requests()]).toEqual(["here", 2]);
  });

  test("is left at once by a caller whose signal has aborted before", async () => {
    const { read } = waiting();
    const gone = new AbortController();
    gone.abort(new Error("gone"));
    await expect(read(gone)).rejects.toThrow("gone");
  });
});
