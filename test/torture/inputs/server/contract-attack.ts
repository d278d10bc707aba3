import fc from "fast-check";
import { OPERATION_IDS, operations, type OperationId } from "../../../../src/contract/index.js";
import type { SandboxAnswer, SandboxRequest } from "../../../../src/sandbox/index.js";
import { attack, type Assault, type Verdict } from "../attack.js";
import { hostileJson, hostileText, hostileValue } from "../hostile-values.js";
import { mutated } from "../mutations.js";
import { judgeAnswer, judgePrototypes, judgeSuccess } from "./judge.js";
import { ledgerOf, quietSandbox, SOL, USDC, WETH } from "./world.js";

const TRADE = { fromToken: USDC, toToken: WETH, amount: "1", reason: "because", slippageTolerance: "5" };
const PROFILE = {
  contactPerson: "Ann",
  metadata: { ref: { name: "bot", version: "1", url: "u" }, description: "d", social: { name: "n" } },
};
const QUERIES: readonly Readonly<Record<string, string>>[] = [
  { token: WETH, chain: "evm", specificChain: "eth" },
  { token: SOL },
  { fromToken: USDC, toToken: WETH, amount: "10", fromChain: "evm", toSpecificChain: "eth" },
  { competitionId: "5b0b2f56-0a52-49c5-8cb0-3f4a3c6a0001" },
];

/** Encoded for an address; half a pair of surrogates cannot be, and becomes a mark. */
const encoded = (text: string): string => encodeURIComponent(Buffer.from(text).toString());

const name = fc.oneof(
  fc.constantFrom("token", "chain", "specificChain", "fromToken", "toToken", "amount", "competitionId", "token[]"),
  hostileText,
);
/** As it stands in an address: encoded, or broken. */
const queryText = fc.oneof(
  { weight: 5, arbitrary: hostileText.map((text) => encoded(text)) },
  { weight: 1, arbitrary: fc.constantFrom("%", "%zz", "%c3%28", "a=b=c", "&&&", "#", "+", "%2e%2e%2f", "[]=1", ";") },
);
const query = fc
  .tuple(fc.constantFrom(...QUERIES), fc.array(fc.tuple(name, queryText), { maxLength: 4 }), fc.boolean())
  .map(([valid, more, last]) => {
    const extra = more.map(([key, text]) => `${encoded(key)}=${text}`);
    const base = Object.entries(valid).map(([key, text]) => `${key}=${encodeURIComponent(text)}`);
    const parts = last ? [...base, ...extra] : [...extra, ...base];
    return parts.length === 0 ? "" : `?${parts.join("&")}`;
  });

const body = fc.oneof(
  { weight: 24, arbitrary: mutated(TRADE).map(hostileJson) },
  { weight: 12, arbitrary: mutated(PROFILE).map(hostileJson) },
  { weight: 4, arbitrary: hostileValue.map(hostileJson) },
  { weight: 1, arbitrary: fc.constantFrom("[".repeat(40_000), '{"a":'.repeat(15_000), `"${"x".repeat(120_000)}"`) },
  { weight: 1, arbitrary: fc.constantFrom(deepProfile(10_000), deepProfile(2_000), `{"amount":1,"amount":"2"}`, "{") },
  { weight: 4, arbitrary: fc.string({ unit: "binary", maxLength: 60 }) },
);

/** Whole and closed, and deeper than a stack. */
function deepProfile(depth: number): string {
  return `{"contactPerson":"a","metadata":{"ref":${'{"a":'.repeat(depth)}1${"}".repeat(depth)}}}`;
}

const contentType = fc.oneof(
  { weight: 8, arbitrary: fc.constant("application/json") },
  {
    weight: 1,
    arbitrary: fc.constantFrom("text/plain", "application/json; charset=utf-16", "application/x-www-form-urlencoded"),
  },
  { weight: 1, arbitrary: fc.constantFrom("", "multipart/form-data; boundary=x", "application/jsonx", "__proto__") },
);

interface Hostile {
  readonly method: string;
  readonly path: string;
  readonly contentType: string;
  readonly body: string | undefined;
  /** Null: the team's own. */
  readonly authorization: string | null;
}

const paths = [...OPERATION_IDS.map((id) => operations[id].path), "/openapi.json", "/", "/api", "/api/__proto__"];

const request: fc.Arbitrary<Hostile> = fc.record({
  method: fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom("GET", "POST", "PUT") },
    { weight: 1, arbitrary: fc.constantFrom("DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE") },
  ),
  path: fc
    .tuple(fc.constantFrom(...paths), query, fc.constantFrom("", "", "", "", "/", "/..", "%00", "//", "?", "#"))
    .map(([path, text, tail]) => path + tail + text),
  contentType,
  body: fc.option(body, { nil: undefined, freq: 4 }),
  authorization: fc.oneof(
    { weight: 12, arbitrary: fc.constant(null) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        "",
        "Bearer",
        "Bearer ",
        "bearer x",
        "Bearer __proto__",
        "Basic YTpi",
        "Bearer constructor",
      ),
    },
  ),
});

/** What carries fields. */
const OFTEN: readonly OperationId[] = [
  ...Array.from({ length: 8 }, () => "executeTrade" as const),
  ...["getQuote", "getQuote", "getQuote", "updateProfile", "updateProfile", "getPrice"].map((id) => id as OperationId),
];

/** Requests that the interface would take, were it not for what was done to them: mostly to the operation that they are for. */
const meant: fc.Arbitrary<Hostile> = fc
  .tuple(fc.constantFrom(...OPERATION_IDS, ...OFTEN), request, body)
  .map(([id, wild, sent]) => {
    const { method, path } = operations[id];
    const rest = wild.path.indexOf("?");
    return {
      ...wild,
      method,
      path: rest === -1 ? path : path + wild.path.slice(rest),
      body: method === "GET" ? wild.body && undefined : sent,
      authorization: null,
    };
  });

/** A service that answers without a socket. */
export interface Target {
  handle(request: SandboxRequest): Promise<SandboxAnswer>;
  /** The key that is valid now. */
  key(): string;
  /** All that trades may change, as a text. */
  ledger(): string;
  close(): Promise<void>;
}

/** Requests on the contract, with every field of them hostile; the ledger is looked at after each. */
export async function attackContract(
  seed: string,
  count: number,
  open: () => Target = sandboxTarget,
): Promise<Assault> {
  const target = open();
  let ledger = target.ledger();
  const take = async (hostile: Hostile): Promise<Verdict> => {
    const answer = await target.handle(requestOf(hostile, target.key()));
    const now = target.ledger();
    const changed = now !== ledger;
    ledger = now;
    const trade = hostile.method === "POST" && hostile.path.startsWith("/api/trade/execute") && answer.status === 200;
    if (changed && !trade) return `a request that was answered ${answer.status} changed the ledger`;
    if (trade && !changed) return "a trade was answered that the ledger does not hold";
    return (
      judgeAnswer(answer, hostile.method) ?? judgeSuccess(hostile.path, hostile.method, answer) ?? judgePrototypes()
    );
  };
  try {
    const inputs = fc.oneof({ weight: 2, arbitrary: meant }, { weight: 1, arbitrary: request });
    return await attack({ kind: "requests", inputs, count, take }, seed);
  } finally {
    await target.close();
  }
}

function requestOf(
  { method, path, contentType: type, body: sent, authorization }: Hostile,
  key: string,
): SandboxRequest {
  const bodied = sent === undefined || method === "HEAD" ? {} : { body: sent };
  return {
    method,
    path,
    headers: { authorization: authorization ?? `Bearer ${key}`, ...(type === "" ? {} : { "content-type": type }) },
    ...bodied,
  };
}

/** The real one. */
export function sandboxTarget(): Target {
  const sandbox = quietSandbox();
  let key = sandbox.teams[0]?.apiKey ?? "";
  return {
    async handle(asked) {
      const answer = await sandbox.handle(asked);
      const fresh = answer.status === 200 ? /"apiKey":"(\w+)"/.exec(answer.body)?.[1] : undefined;
      if (fresh !== undefined && asked.path.includes("reset-api-key")) key = fresh;
      return answer;
    },
    key: () => key,
    ledger: () => ledgerOf(sandbox),
    close: () => sandbox.close(),
  };
}
