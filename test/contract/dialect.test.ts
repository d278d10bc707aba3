import { describe, expect, test } from "vitest";
import { DIALECT_PROBES, recogniseDialect, SERVICE_ERRORS, type Probe } from "../../src/contract/index.js";

const [OURS, THEIRS] = DIALECT_PROBES;
const refusal = (error: string) => JSON.stringify({ success: false, error });
const page = "<!DOCTYPE html><pre>Cannot GET /api/competition/status</pre>";
const probe = (path: string, status: number, body: string): Probe => ({ path, status, body });
const listed = '{"success":true,"competitions":[]}';

describe("the dialect of a service", () => {
  test("is the interface's if the status answers, whatever it says", () => {
    expect(recogniseDialect([probe(OURS, 200, '{"success":true,"active":false}')])).toBe("interface");
    expect(recogniseDialect([probe(OURS, 401, refusal("Invalid API key"))])).toBe("interface");
    expect(recogniseDialect([probe(OURS, 429, refusal("Rate limit exceeded"))])).toBe("interface");
  });

  test("is the interface's if one of its paths reports another thing missing", () => {
    const leaderboard = "/api/competition/leaderboard?competitionId=x";
    expect(recogniseDialect([probe(leaderboard, 404, refusal("Competition not found"))])).toBe("interface");
  });

  test("is the later deployments' if there is no status, and a list of competitions", () => {
    expect(recogniseDialect([probe(OURS, 404, page), probe(THEIRS, 200, listed)])).toBe("agent");
    expect(recogniseDialect([probe(OURS, 404, refusal("Not found")), probe(THEIRS, 401, refusal("no key"))])).toBe(
      "agent",
    );
    expect(recogniseDialect([probe("/api/agent/profile", 200, '{"success":true,"agent":{}}')])).toBe("agent");
  });

  test("is the later deployments' if an execute lacks a competitionId", () => {
    const text = "Missing required parameter: competitionId";
    expect(recogniseDialect([probe("/api/trade/execute", 400, refusal(text))])).toBe("agent");
  });

  test("is unknown if no answer is one of the service", () => {
    const unknown = SERVICE_ERRORS.NOT_FOUND.text({ method: "GET", path: OURS });
    expect(recogniseDialect([])).toBeNull();
    expect(recogniseDialect([probe(OURS, 404, page), probe(THEIRS, 404, page)])).toBeNull();
    expect(recogniseDialect([probe(OURS, 404, refusal(unknown)), probe(THEIRS, 404, refusal(unknown))])).toBeNull();
    expect(recogniseDialect([probe(OURS, 200, page), probe(THEIRS, 200, "[]")])).toBeNull();
    expect(recogniseDialect([probe(OURS, 502, refusal("bad gateway")), probe(THEIRS, 500, "")])).toBeNull();
  });

  test("is not shown by paths that both have", () => {
    expect(recogniseDialect([probe("/api/health", 200, '{"status":"ok"}')])).toBeNull();
    expect(recogniseDialect([probe("/api/price?token=0x1", 200, '{"success":false}')])).toBeNull();
  });
});
