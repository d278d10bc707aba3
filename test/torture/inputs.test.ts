import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { attackClient } from "./inputs/client/answer-attack.js";
import { CALLS } from "./inputs/client/world.js";
import { judgeMemory, memoryInUse } from "./inputs/memory.js";
import { mutated } from "./inputs/mutations.js";
import { part } from "./inputs/part.js";
import { attackContract, sandboxTarget, type Target } from "./inputs/server/contract-attack.js";
import { judgeAnswer, judgePrototypes } from "./inputs/server/judge.js";

const SEED = "ci";

test("a round of hostile inputs breaks no promise, and the same seed gives the same inputs", async () => {
  const tally = await part.round(SEED);
  expect(tally.failures).toEqual([]);
  expect(tally.counts["inputs"]).toBeGreaterThan(1_000);
});

test("a change can be drawn for any JSON value", () => {
  const drawn = fc.sample(mutated([{ toString: "no function" }]), { seed: 1, numRuns: 300 });
  expect(drawn).toContainEqual('[{"toString":"no function"}]');
});

describe("the judges catch a sandbox", () => {
  const planted = (change: (target: Target) => Partial<Target>) => (): Target => {
    const target = sandboxTarget();
    return { ...target, ...change(target) };
  };

  test("that throws on a key with a meaning in JavaScript", async () => {
    const open = planted(({ handle }) => ({
      handle: (request) => {
        if (request.body?.includes("__proto__")) throw new TypeError("cannot set a prototype");
        return handle(request);
      },
    }));
    const { failures } = await attackContract(SEED, 800, open);
    expect(failures).toEqual([expect.stringContaining("cannot set a prototype")]);
    // The seed alone shows it again.
    expect((await attackContract(SEED, 800, open)).failures).toEqual(failures);
  });

  test("that reads numbers without a limit", async () => {
    const open = planted(({ handle }) => ({
      async handle(request) {
        const answer = await handle(request);
        const numbers = [...(request.body ?? "").matchAll(/:"?([\d.e]+)"?[,}]/gi)].map(([, text]) => Number(text));
        return numbers.includes(Infinity) ? { ...answer, status: 500 } : answer;
      },
    }));
    expect((await attackContract(SEED, 800, open)).failures).toEqual([expect.stringContaining("it answered 500")]);
  });

  test("whose refusals change the ledger, or are no JSON", async () => {
    let refused = 0;
    const open = planted(({ handle, ledger }) => ({
      async handle(request) {
        const answer = await handle(request);
        if (answer.status === 400) refused++;
        return answer;
      },
      ledger: () => `${ledger()}${refused}`,
    }));
    expect((await attackContract(SEED, 50, open)).failures).toEqual([expect.stringContaining("changed the ledger")]);
    const headers = { "content-type": "text/html" };
    expect(judgeAnswer({ status: 404, headers, body: "<html>" })).toContain("no JSON");
  });
});

describe("the judges catch a client", () => {
  test("that accepts an answer to another request", async () => {
    const ask = async (): Promise<unknown> => ({ kind: "filled", trade: { id: "t" } });
    expect((await attackClient(SEED, 200, ask)).failures).toEqual([expect.stringContaining("it is filled by")]);
  });

  test("whose errors have no type, or whose numbers are invalid", async () => {
    const bare = (): Promise<unknown> => Promise.reject(new TypeError("x is undefined"));
    expect((await attackClient(SEED, 5, bare)).failures).toEqual([expect.stringContaining("without a type")]);
    const infinite = async (): Promise<unknown> => ({ usd: Infinity });
    expect((await attackClient(SEED, 5, infinite)).failures).toEqual([expect.stringContaining("is Infinity")]);
  });

  test("that lets an answer reach a prototype", async () => {
    const { failures } = await attackClient(SEED, 5, async (gateway, id) => {
      const asked = CALLS[id](gateway);
      await asked.catch(() => undefined);
      Object.defineProperty(Object.prototype, "polluted", { value: true, configurable: true });
      return asked.catch(() => null);
    });
    expect(failures).toEqual([expect.stringContaining("prototype was polluted")]);
    expect(judgePrototypes()).toBeNull();
  });
});

test("memory that stays allocated is seen", async () => {
  const before = await memoryInUse();
  const kept = Array.from({ length: 300_000 }, (_, i) => ({ i, text: `kept ${i}` }));
  expect(judgeMemory(before, await memoryInUse())).toContain("memory grew");
  expect(kept).toHaveLength(300_000);
});
