import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import {
  asWritten,
  decodeAnswer,
  encodeAnswer,
  EncodeError,
  operations,
  type OperationId,
} from "../../src/contract/index.js";
import { SAMPLES } from "./samples.js";

const SAMPLE_LIST = Object.entries(SAMPLES) as [OperationId, unknown][];

describe("encoding", () => {
  test.each(SAMPLE_LIST)("%s goes back on the wire exactly as the interface writes it", (id, sample) => {
    const wire = encodeAnswer(id, decodeAnswer(id, sample));
    expect(JSON.parse(JSON.stringify(wire))).toStrictEqual(sample);
    expect(z.safeParse(asWritten(operations[id].answer), wire).success).toBe(true);
  });

  test("price answers write the blockchain type in upper case, all others in lower case", () => {
    const price = decodeAnswer("getPrice", { ...SAMPLES.getPrice, chain: "svm" });
    expect(encodeAnswer("getPrice", price)).toMatchObject({ chain: "SVM" });
    expect(encodeAnswer("getBalances", decodeAnswer("getBalances", SAMPLES.getBalances)).balances).toEqual(
      SAMPLES.getBalances.balances,
    );
  });

  test("a token without a price has answers of its own", () => {
    expect(JSON.stringify(encodeAnswer("getPrice", { success: false }))).toBe('{"success":false}');
    const info = { success: false, price: null, token: "0x1", chain: "evm", specificChain: null } as const;
    expect(encodeAnswer("getTokenInfo", info)).toEqual({ ...info, chain: "EVM" });
  });

  test("a portfolio without a snapshot has no snapshotTime, and a held token without a price says 0", () => {
    const portfolio = decodeAnswer("getPortfolio", SAMPLES.getPortfolio);
    const tokens = portfolio.tokens.map((token) => ({ ...token, price: null, value: 0 }));
    const wire = JSON.stringify(encodeAnswer("getPortfolio", { ...portfolio, tokens, snapshotTime: null }));
    expect(wire).not.toContain("snapshotTime");
    expect(wire).toContain('"price":0');
  });

  test("what may be null is null on the wire, not left out", () => {
    const status = decodeAnswer("getStatus", SAMPLES.getStatus);
    const none = { ...status, active: false, competition: null, participating: false };
    expect(JSON.stringify(encodeAnswer("getStatus", none))).toContain('"competition":null');
  });

  test("null is refused where the interface always has a value", () => {
    const status = decodeAnswer("getStatus", SAMPLES.getStatus);
    for (const wrong of [{ message: null }, { participating: null }])
      expect(() => encodeAnswer("getStatus", { ...status, ...wrong })).toThrow(EncodeError);
    const price = decodeAnswer("getPrice", SAMPLES.getPrice);
    if (!price.success) throw new Error("the sample has a price");
    for (const wrong of [{ price: null }, { token: null }, { timestamp: null }])
      expect(() => encodeAnswer("getPrice", { ...price, ...wrong })).toThrow(EncodeError);
  });

  test("states of other deployments, and invalid times, are refused by an error that names the place", () => {
    const { competition, ...status } = decodeAnswer("getStatus", SAMPLES.getStatus);
    if (competition === null) throw new Error("the sample has a competition");
    for (const wrong of [{ status: "other" }, { status: "ended" }, { startDate: NaN }, { startDate: -1 }] as const)
      expect(() => encodeAnswer("getStatus", { ...status, competition: { ...competition, ...wrong } })).toThrow(
        expect.objectContaining({
          code: "ENCODE",
          operation: "getStatus",
          problems: expect.stringContaining(`competition.${String(Object.keys(wrong)[0])}`) as string,
        }) as Error,
      );
  });

  test("fields that the interface does not have never reach the wire", () => {
    const balances = decodeAnswer("getBalances", SAMPLES.getBalances);
    const secret = { ...balances, apiKey: "secret", balances: balances.balances.map((one) => ({ ...one, note: "x" })) };
    expect(encodeAnswer("getBalances", secret)).toStrictEqual(SAMPLES.getBalances);
  });

  test("every portfolio comes back from the wire as it was sent", () => {
    const amount = fc.double({ min: 0, max: 1e15, noNaN: true });
    const lower = fc.stringMatching(/^[a-z]{1,10}$/);
    const token = fc.record({
      token: fc.string({ minLength: 1 }),
      amount,
      price: fc.option(fc.double({ min: 1e-12, max: 1e9, noNaN: true })),
      value: amount,
      chain: fc.constantFrom("evm", "svm"),
      specificChain: lower,
    });
    const portfolio = fc.record({
      success: fc.constant(true as const),
      teamId: fc.uuid(),
      totalValue: amount,
      tokens: fc.array(token, { maxLength: 20 }),
      snapshotTime: fc.option(fc.integer({ min: 0, max: 4e12 })),
      source: fc.constantFrom("snapshot", "live-calculation"),
    });
    fc.assert(
      fc.property(portfolio, (sent) => {
        const wire: unknown = JSON.parse(JSON.stringify(encodeAnswer("getPortfolio", sent)));
        expect(z.safeParse(asWritten(operations.getPortfolio.answer), wire).success).toBe(true);
        expect(decodeAnswer("getPortfolio", wire)).toEqual(
          // JSON has no negative zero.
          JSON.parse(JSON.stringify(sent)),
        );
      }),
    );
  });
});

describe("the interface's form", () => {
  test("refuses every tolerance of the client", () => {
    const refuses = (id: OperationId, wire: unknown) =>
      expect(z.safeParse(asWritten(operations[id].answer), wire).success).toBe(false);
    refuses("getPrice", { ...SAMPLES.getPrice, chain: "evm" });
    refuses("getPrice", { ...SAMPLES.getPrice, price: null });
    refuses("getPrice", { success: false, price: null });
    refuses("getStatus", { ...SAMPLES.getStatus, participating: undefined });
    refuses("getStatus", { ...SAMPLES.getStatus, extra: 1 });
    refuses("getTrades", { ...SAMPLES.getTrades, trades: [{ ...SAMPLES.getTrades.trades[0], error: null }] });
    refuses("getHealth", { ...SAMPLES.getHealth, timestamp: "2025-05-02T12:11:12.345+02:00" });
    refuses("getBalances", {
      ...SAMPLES.getBalances,
      balances: [{ tokenAddress: "0x1", amount: 1, chain: "evm", specificChain: "eth" }],
    });
  });
});
