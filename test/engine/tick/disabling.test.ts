import { expect, test } from "vitest";
import { deciding, buyer } from "../strategies.js";
import { HOUR, makeWorld, MINUTE, pass, runToEnd } from "../world.js";

const unreadable: Error = Object.defineProperty(new Error("unreadable"), "message", {
  get() {
    throw new Error("no");
  },
});

test.each([
  [
    "throws",
    (): never => {
      throw new Error("boom");
    },
    /boom/,
  ],
  [
    "loops for ever",
    (): never => {
      for (;;);
    },
    /did not return within 5000 ms/,
  ],
  [
    "throws what cannot be read",
    (): never => {
      throw unreadable;
    },
    /something was thrown that cannot be read/,
  ],
  ["returns nothing", () => undefined as never, /decide returned undefined/],
  ["returns nonsense", () => ({ kind: "sell everything" }) as never, /no decision of kind/],
  [
    "asks for an unknown token",
    ({ price }: { price: (token: string) => unknown }) => price("NOPE.eth") as never,
    /no token "NOPE\.eth"/,
  ],
  [
    "trades an unknown token",
    () => ({ kind: "swap", from: "USDC.eth", to: "NOPE.eth", size: { usd: 1 }, reason: "x" }) as never,
    /no token "NOPE\.eth"/,
  ],
])(
  "with no retries a strategy that %s is disabled at once with its error in the journal, and the others go on",
  async (_what, decide, message) => {
    const world = makeWorld({
      strategies: [deciding("bad", decide), buyer("good")].map((definition) => ({ definition, allocation: 0.5 })),
      duration: 35 * MINUTE,
      settings: { onError: { retries: 0 } },
    });
    const result = await runToEnd(world);
    expect(result.code).toBe("COMPETITION_OVER");
    const bad = world.journal.ticks.flatMap(({ strategies }) =>
      strategies.filter(({ strategy }) => strategy === "bad"),
    );
    expect(bad).toMatchObject([
      { status: "failed", error: expect.stringMatching(message) as string, decisions: [], intents: [] },
    ]);
    expect(bad[0]?.view).not.toBeNull();
    expect(world.journal.notes).toContainEqual(
      expect.objectContaining({
        kind: "strategy-disabled",
        level: "error",
        text: expect.stringMatching(message) as string,
      }),
    );
    expect(world.journal.trades).toHaveLength(3);
  },
);

test("a single tick in which a strategy fails ends with exit code 1, and the result names it", async () => {
  const bad = deciding("bad", () => {
    throw new Error("boom");
  });
  const strategies = [bad, buyer("good")].map((definition) => ({ definition, allocation: 0.5 }));
  const world = makeWorld({ strategies, settings: { once: true } });
  const result = await runToEnd(world);
  expect(result).toMatchObject({
    code: "FAILED",
    exitCode: 1,
    reason: "1 of 2 strategies could not decide",
    disabled: [{ strategy: "bad", at: world.journal.ticks[0]?.at, why: "boom", remedy: "" }],
  });
});

test("status, log and journal name the disabled strategy, the run in which it failed, and why", async () => {
  const bad = deciding("bad", () => {
    throw new Error("boom");
  });
  const world = makeWorld({ strategies: [bad], settings: { onError: { retries: 0 }, keepMinimum: true } });
  void world.engine.run();
  await pass(world, HOUR);
  const [tick] = world.journal.ticks;
  const at = new Date(tick?.at ?? Number.NaN).toISOString();
  expect(world.engine.status().strategies).toMatchObject([
    { status: "disabled", note: `since its run of ${at}: boom`, nextRun: null },
  ]);
  const text = `bad was disabled at its run of ${at}; it makes no further decisions: boom`;
  expect(world.journal.notes).toContainEqual(expect.objectContaining({ kind: "strategy-disabled", text }));
});
