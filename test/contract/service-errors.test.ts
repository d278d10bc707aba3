import { describe, expect, test } from "vitest";
import {
  errorText,
  recogniseError,
  SERVICE_ERROR_CODES,
  SERVICE_ERRORS,
  type ServiceErrorCode,
} from "../../src/contract/index.js";
import { REJECTIONS } from "../../src/model/trade.js";

const body = (error: unknown) => JSON.stringify({ success: false, error });
const recognised = (status: number, text: string) => recogniseError(status, body(text));

/** Service-behaviour, "Errors", once more by hand. */
const TABLE: [status: number, text: string, code: ServiceErrorCode, rejection: string | null][] = [
  [401, "Authentication required. Use Authorization: Bearer YOUR_API_KEY", "NO_KEY", "UNAUTHORIZED"],
  [401, "Invalid API key. This key may have been reset.", "INVALID_KEY", "UNAUTHORIZED"],
  [403, "Your team has been deactivated from the competition: broke a rule", "DEACTIVATED", "DEACTIVATED"],
  [403, "No active competition", "NO_COMPETITION", "NO_COMPETITION"],
  [400, "Missing required parameters: fromToken, toToken, amount", "MISSING_TRADE_FIELDS", "MISSING_FIELD"],
  [400, "Missing required parameter: reason", "MISSING_REASON", "MISSING_FIELD"],
  [400, "Amount must be a positive number", "BAD_AMOUNT", "BAD_AMOUNT"],
  [400, "Trade amount too small (minimum: 0.000001)", "TOO_SMALL", "TOO_SMALL"],
  [400, "Cannot trade between identical tokens", "SAME_TOKEN", "SAME_TOKEN"],
  [400, "Unable to determine price for tokens", "NO_PRICE", "NO_PRICE"],
  [400, "Cross-chain trading is disabled. Both tokens must be on the same blockchain.", "CROSS_CHAIN", "CROSS_CHAIN"],
  [400, "Insufficient balance", "INSUFFICIENT_BALANCE", "INSUFFICIENT_BALANCE"],
  [400, "Trade exceeds maximum size (25% of portfolio value)", "OVER_CAP", "OVER_CAP"],
  [400, "Slippage exceeds tolerance", "SLIPPAGE", "SLIPPAGE"],
  [400, "Token address is required", "TOKEN_REQUIRED", null],
  [400, "No active competition and no competitionId provided", "NO_COMPETITION_NAMED", null],
  [404, "Competition not found", "COMPETITION_NOT_FOUND", null],
  [403, "Leaderboard access is currently restricted to administrators only", "LEADERBOARD_RESTRICTED", null],
  [403, "Your team is not participating in the active competition", "NOT_PARTICIPATING", "NOT_PARTICIPATING"],
  [400, "No active competition", "NO_RULES", null],
  [429, "Rate limit exceeded. Try again in 12 seconds.", "RATE_LIMITED", "RATE_LIMITED"],
];

describe("the service's refusals", () => {
  test.each(TABLE)("%i %s is %s", (status, text, code, rejection) => {
    expect(recognised(status, text)).toBe(code);
    expect(SERVICE_ERRORS[code].rejection).toBe(rejection);
  });

  test("every text that is sent is recognised as its refusal", () => {
    const sent: Record<ServiceErrorCode, string> = {
      ...Object.fromEntries(SERVICE_ERROR_CODES.map((code) => [code, SERVICE_ERRORS[code].shown])),
      DEACTIVATED: SERVICE_ERRORS.DEACTIVATED.text({ reason: "three days without a trade" }),
      COMPETITION_ENDED: SERVICE_ERRORS.COMPETITION_ENDED.text({ name: "Spring (2025)", id: "5b0b-1" }),
      NOT_PARTICIPATING: SERVICE_ERRORS.NOT_PARTICIPATING.text({ which: "this" }),
      RATE_LIMITED: SERVICE_ERRORS.RATE_LIMITED.text({ seconds: 7 }),
      TOO_SMALL: SERVICE_ERRORS.TOO_SMALL.text({ minimum: "0.01" }),
      OVER_CAP: SERVICE_ERRORS.OVER_CAP.text({ percent: "12.5" }),
      MALFORMED: SERVICE_ERRORS.MALFORMED.text({ why: "the body is not JSON" }),
      NOT_FOUND: SERVICE_ERRORS.NOT_FOUND.text({ method: "GET", path: "/api/nothing" }),
    } as Record<ServiceErrorCode, string>;
    for (const code of SERVICE_ERROR_CODES)
      expect([code, recognised(SERVICE_ERRORS[code].status, sent[code])]).toEqual([code, code]);
    expect(sent.OVER_CAP).toBe("Trade exceeds maximum size (12.5% of portfolio value)");
    expect(SERVICE_ERRORS.SAME_TOKEN.text()).toBe("Cannot trade between identical tokens");
  });

  test.each([
    [400, "Trade exceeds maximum size (10% of portfolio value)", "OVER_CAP"],
    [400, "trade exceeds maximum size", "OVER_CAP"],
    [400, "Trade amount too small (minimum: 0.0001)", "TOO_SMALL"],
    [400, "Insufficient balance: 5 USDC available", "INSUFFICIENT_BALANCE"],
    [400, "Missing required parameters: amount", "MISSING_TRADE_FIELDS"],
    [401, "  Invalid API key", "INVALID_KEY"],
    [403, "Your team has been deactivated: late", "DEACTIVATED"],
    [403, "Your team has been deactivated", "DEACTIVATED"],
  ])("small variations are recognised: %i %s", (status, text, code) => {
    expect(recognised(status, text)).toBe(code);
  });

  test.each([
    "Your team has been deactivated from the competition: Competition Spring (5b0b) ended",
    "Your team has been deactivated from the competition: Competition Spring: the second (5b0b) ended.",
    "Competition Spring (5b0b) ended",
  ])("the end of the competition is no disqualification: %s", (text) => {
    expect(recognised(403, text)).toBe("COMPETITION_ENDED");
    expect(SERVICE_ERRORS.COMPETITION_ENDED.rejection).toBe("COMPETITION_ENDED");
  });

  test.each([
    "Your team has been deactivated from the competition: traded before the competition ended",
    "Your team has been deactivated from the competition: Competition rules were broken",
    "Your team has been deactivated from the competition: Competition cheating ended in a ban",
  ])("a reason that mentions the competition is still a disqualification: %s", (text) => {
    expect(recognised(403, text)).toBe("DEACTIVATED");
  });

  test.each([
    [400, body("Failed to update balance after debit")],
    [400, body("Trade failed: Insufficient balance")],
    [400, body("")],
    [400, body(null)],
    [400, body({ message: "Insufficient balance" })],
    [400, '"Insufficient balance"'],
    [400, "null"],
    [400, "Insufficient balance"],
    [400, '{"success":false,"error":"Insufficient bal'],
    [400, ""],
    [429, "<html>Too many requests</html>"],
    [500, body("Insufficient balance")],
    [502, "<html>Bad gateway</html>"],
    [200, body("Insufficient balance")],
  ])("an unknown refusal is not guessed: %i %s", (status, text) => {
    expect(recogniseError(status, text)).toBeNull();
  });

  test("the model's rejections, except our own NOT_SENT, are exactly the service's refusals", () => {
    const rejections = SERVICE_ERROR_CODES.map((code) => SERVICE_ERRORS[code].rejection).filter(
      (code) => code !== null,
    );
    expect([...new Set(rejections)].sort()).toEqual(REJECTIONS.filter((code) => code !== "NOT_SENT").sort());
  });

  test("the text of an error body is read from nothing else", () => {
    expect(errorText(body(" no "))).toBe("no");
    expect(errorText("[]")).toBeNull();
    expect(errorText('{"message":"no"}')).toBeNull();
  });
});
