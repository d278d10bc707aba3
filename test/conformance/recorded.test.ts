import { connect } from "node:net";
import { expect, test } from "vitest";
import { SimulatedClock } from "../../src/core/time/simulated-clock.js";
import { KNOWN_TOKENS } from "../../src/model/known-tokens.js";
import { TokenRegistry } from "../../src/model/token-registry.js";
import { createSandbox } from "../../src/sandbox/index.js";
import { afterThisTest } from "../support/after-test.js";
import { masked, recordedRows, type RecordedRow } from "./recorded.js";
import { START, testMarket } from "./service.js";

/** Rows in which the sandbox may differ from the service, and why. */
const MAY_DIFFER: Readonly<Record<string, string>> = {
  "register, empty": "Teams register with the organiser; the interface has no such operation.",
};

/** The requests are a course: each one finds what those before it have changed. */
async function deployedService() {
  const sandbox = createSandbox({
    profile: "deployed",
    clock: new SimulatedClock(START),
    registry: new TokenRegistry(KNOWN_TOKENS),
    market: {
      tokens: [...testMarket.tokens, "WETH.optimism"],
      priceAt: (token, at) => testMarket.priceAt(token === "WETH.optimism" ? "WETH.eth" : token, at),
    },
    teams: [
      {
        ...{ name: "Recorded", email: "team@example.com", contactPerson: "Ada" },
        metadata: {
          ref: { name: "n", version: "1", url: "u" },
          description: "d",
          social: { name: "s", email: "e", twitter: "t" },
        },
      },
    ],
    competitions: [
      { name: "Active", startIn: 0 },
      { name: "Pending", description: "later" },
    ],
  });
  afterThisTest(() => sandbox.close());
  const url = await sandbox.listen(0);
  return { url, key: sandbox.teams[0]?.apiKey ?? "", pending: sandbox.exchange.upcoming()[0]?.id ?? "" };
}

/** Those that were too long to be kept. */
const LONG: Readonly<Record<string, unknown>> = {
  "execute reason 5000 chars": { ...swap(), reason: "x".repeat(5_000) },
  "execute body of 150 kB": { ...swap(), reason: "x".repeat(150_000) },
};

function swap(): Record<string, string> {
  const [fromToken, toToken] = ["USDC.eth", "WETH.eth"].map((name) => new TokenRegistry(KNOWN_TOKENS).resolve(name));
  return { fromToken: fromToken?.address ?? "", toToken: toToken?.address ?? "", amount: "10" };
}

function bodyOf({ name, request: { body, raw } }: RecordedRow): string | undefined {
  if (raw !== undefined) return raw;
  const sent = body === "(as named)" ? LONG[name] : body;
  return sent === undefined ? undefined : JSON.stringify(sent);
}

/** Asks by a socket of its own: no client in between that would correct the request. */
function ask(url: string, key: string, row: RecordedRow, path: string) {
  const { method, authorization = "Bearer KEY", contentType = "application/json", headers } = row.request;
  const body = bodyOf(row);
  const lines = [
    `${method} ${path} HTTP/1.1`,
    "Host: localhost",
    "Connection: close",
    ...(authorization === null ? [] : [`Authorization: ${authorization.replace("KEY", key)}`]),
    ...(body === undefined || contentType === null ? [] : [`Content-Type: ${contentType}`]),
    ...(body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
    ...Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value.replace("KEY", key)}`),
  ];
  return new Promise<{ status: number; contentType: string; text: string }>((resolve, reject) => {
    let received = "";
    const socket = connect(Number(new URL(url).port), "127.0.0.1", () =>
      socket.write(`${lines.join("\r\n")}\r\n\r\n${body ?? ""}`),
    );
    socket.setEncoding("utf8");
    socket.on("data", (chunk: string) => (received += chunk));
    socket.on("error", reject);
    socket.on("close", () => {
      const [head = "", ...rest] = received.split("\r\n\r\n");
      const status = Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]);
      const type = /^content-type: *([^;\r]*)/im.exec(head)?.[1] ?? "";
      resolve({ status, contentType: type, text: rest.join("\r\n\r\n") });
    });
  });
}

/** What was recorded of an answer: JSON masked, of other bodies the beginning, blanks drawn together. */
function told(contentType: string, text: string, { answer: { shape } }: RecordedRow): unknown {
  if (contentType === "application/json" && text !== "") return masked(JSON.parse(text), shape);
  return text.replaceAll(/\s+/g, " ").slice(0, typeof shape === "string" ? shape.length : undefined);
}

test("the deployed profile answers the 178 recorded requests as the service did", async () => {
  const { url, key, pending } = await deployedService();
  const rows = recordedRows("team-2025-05.jsonl");
  expect(rows).toHaveLength(178);
  const differing: unknown[] = [];
  const differ = new Set<string>();
  for (const row of rows) {
    const answered = await ask(url, key, row, row.request.path.replace("PENDING", pending));
    const { status, contentType, text } = answered;
    const got = { status, contentType, shape: told(contentType, text, row) };
    try {
      expect(got).toEqual(row.answer);
    } catch {
      differ.add(row.name);
      if (!(row.name in MAY_DIFFER)) differing.push({ row: row.name, expected: row.answer, got });
    }
  }
  expect(differing).toEqual([]);
  // What does not differ any more has no place in the list.
  expect([...differ]).toEqual(Object.keys(MAY_DIFFER));
});
