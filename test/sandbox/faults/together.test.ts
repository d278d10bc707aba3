import fc from "fast-check";
import { expect, test } from "vitest";
import { silentLog } from "../../../src/core/log.js";
import { FAULT_KINDS } from "../../../src/sandbox/faults/kinds.js";
import { ConnectionLostError, type FaultEntry, type SandboxAnswer } from "../../../src/sandbox/index.js";
import { BALANCES, EXECUTE, PORTFOLIO, PRICE, QUOTE, scene, STATUS, TOKEN_INFO, TRADES, type Scene } from "./scene.js";

/** An entry of every kind, so that all of them can meet one request. */
const ENTRIES: readonly FaultEntry[] = [
  { kind: "lost-request", how: "reset" },
  { kind: "lost-answer", how: "reset" },
  { kind: "reset" },
  { kind: "error-before" },
  { kind: "error-after" },
  { kind: "debited-refusal" },
  { kind: "late-request", by: ["0s", "40s"] },
  { kind: "late-answer", by: ["0s", "40s"] },
  { kind: "slow-answer", over: "20s" },
  { kind: "garbled" },
  { kind: "wrong-types" },
  { kind: "dialect" },
  { kind: "prices", operations: "all" },
  { kind: "clock", by: ["-10m", "10m"] },
  { kind: "changed-reason" },
  { kind: "stale", operations: "reads", age: "1m" },
  { kind: "balances" },
  { kind: "empty-trades" },
  { kind: "lagging-trades", by: ["0s", "1m"] },
  { kind: "rate-limited" },
  { kind: "tight-limits", share: 0.1 },
  { kind: "key-reset" },
  { kind: "deactivation" },
  { kind: "competition-end" },
  { kind: "competition-restart", duration: "5m" },
  { kind: "shut-out" },
  { kind: "wrong-status" },
  { kind: "service-restart" },
  { kind: "away", from: "2m", for: "1m" },
];

const LINES = [EXECUTE, TRADES, BALANCES, PORTFOLIO, PRICE, TOKEN_INFO, QUOTE, STATUS, EXECUTE];

const turns = async (): Promise<void> => {
  for (let i = 0; i < 10; i++) await new Promise((resolve) => setImmediate(resolve));
};

/** The answer, or what was lost, time going on as far as it needs. */
async function settled({ clock, ask }: Scene, line: string, reason: string): Promise<SandboxAnswer | Error> {
  const outcomes: (SandboxAnswer | Error)[] = [];
  const asked = ask(line, reason).catch((error: unknown) => error as Error);
  void asked.then((outcome) => outcomes.push(outcome));
  await turns();
  while (outcomes.length === 0) {
    clock.step();
    await turns();
  }
  return asked;
}

test("every kind of fault has an entry in this file", () => {
  expect(ENTRIES.map(({ kind }) => kind)).toEqual(FAULT_KINDS.map(({ name }) => name));
});

test("under any faults each request is answered or lost, and the ledger holds each trade once", async () => {
  const entry = fc
    .tuple(fc.constantFrom(...ENTRIES), fc.constantFrom(0.2, 0.6, 1))
    .map(([fault, rate]): FaultEntry => (fault.kind === "away" ? fault : { ...fault, rate }));
  await fc.assert(
    fc.asyncProperty(fc.string(), fc.array(entry, { minLength: 1, maxLength: 8 }), async (seed, faults) => {
      const broken: string[] = [];
      const it = scene([], { log: { ...silentLog, error: (message) => broken.push(message) } });
      it.sandbox.faults.set({ seed: `x${seed}`, faults });
      const statuses: number[] = [];
      for (const [i, line] of [...LINES, ...LINES].entries()) {
        const outcome = await settled(it, line, `reason ${i}`);
        if (outcome instanceof Error) expect(outcome).toBeInstanceOf(ConnectionLostError);
        else statuses.push(outcome.status);
      }
      expect(statuses.filter((status) => ![200, 400, 401, 403, 429, 500, 502, 503, 504].includes(status))).toEqual([]);
      const trades = it.sandbox.faults.trades(it.sandbox.teams[0]?.teamId ?? "");
      const sent = trades.map(({ reasonSent }) => reasonSent);
      expect(new Set(sent).size).toBe(sent.length);
      expect(sent.every((reason) => /^reason \d+$/.test(reason ?? ""))).toBe(true);
      expect(trades.every(({ trade }) => trade.fromAmount.eq(100))).toBe(true);
      expect(broken).toEqual([]);
      await it.close();
      expect(it.clock.next()).toBeNull();
    }),
    { numRuns: 15 },
  );
});

test("a reason that two faults change is still known as it was sent", async () => {
  const it = scene([
    { kind: "changed-reason", change: "prefix" },
    { kind: "changed-reason", change: "upper-case" },
  ]);
  await it.ask(EXECUTE, "sent");
  const trades = it.sandbox.faults.trades(it.sandbox.teams[0]?.teamId ?? "");
  expect(trades).toMatchObject([{ trade: { reason: "TRADE: SENT" }, reasonSent: "sent" }]);
  await it.close();
});
