import { expect } from "vitest";
import { SimulatedClock } from "../../src/core/time/simulated-clock.js";
import { KNOWN_TOKENS } from "../../src/model/known-tokens.js";
import { TokenRegistry } from "../../src/model/token-registry.js";
import { createSandbox, type Sandbox, type SandboxOptions } from "../../src/sandbox/index.js";
import { afterThisTest } from "../support/after-test.js";

/** Midnight, so that windows and intervals are easy to read. */
export const START = Date.UTC(2025, 0, 1);
export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;

const registry = (): TokenRegistry => new TokenRegistry(KNOWN_TOKENS);

/** The address of a known token. */
export const address = (name: string): string => registry().resolve(name).address;
export const WETH = address("WETH.eth");
export const USDC = address("USDC.eth");
export const WBTC = address("WBTC.eth");
export const SOL = address("SOL.svm");
export const USDC_SVM = address("USDC.svm");
export const USDC_BASE = address("USDC.base");
/** The same address on base and on optimism. */
export const WETH_L2 = address("WETH.base");

/** Prices that stand still, but for WETH.base, which gains a dollar a second. */
const PRICES: Readonly<Record<string, number>> = {
  "WETH.eth": 2000,
  "WBTC.eth": 50_000,
  "USDC.eth": 1,
  "USDT.eth": 1,
  "SOL.svm": 100,
  "USDC.svm": 1,
  "WETH.base": 2000,
  "USDC.base": 1,
};

export const testMarket = {
  tokens: Object.keys(PRICES),
  priceAt: (token: string, at: number): number | null => {
    const price = PRICES[token] ?? null;
    return token === "WETH.base" && price !== null ? price + (at - START) / SECOND : price;
  },
};

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Of the body; fails the test where it is no JSON object. */
  readonly json: Record<string, unknown>;
}

export interface Asking {
  readonly method?: string;
  /** Sent as JSON; a text is sent as it is. */
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

export interface TestService {
  readonly clock: SimulatedClock;
  readonly sandbox: Sandbox;
  readonly url: string;
  /** A request with the key of a team (the first where none is named), or without one. */
  call(path: string, asking?: Asking, team?: number | null): Promise<Answered>;
  /** A trade with a reason. */
  execute(fields: Record<string, unknown>, team?: number): Promise<Answered>;
  /** What `call` answers, which has to be 200. */
  read(path: string, team?: number): Promise<Record<string, unknown>>;
}

/** A service on a free port of this machine, with a clock that stands still. */
export async function startService(options: Partial<SandboxOptions> = {}): Promise<TestService> {
  const clock = new SimulatedClock(START);
  const defaults = { clock, registry: registry(), market: testMarket, seed: "test", keySeed: "test", teams: 2 };
  const sandbox = createSandbox({ ...defaults, ...options });
  afterThisTest(() => sandbox.close());
  const url = await sandbox.listen(0);
  const call: TestService["call"] = async (path, { method = "GET", body, headers = {} } = {}, team = 0) => {
    const key = team === null ? undefined : sandbox.teams[team]?.apiKey;
    const sent = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
    const answer = await fetch(url + path, {
      method,
      ...(sent === undefined ? {} : { body: sent }),
      headers: {
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(sent === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
    });
    const text = await answer.text();
    expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
    return { status: answer.status, headers: answer.headers, text, json: JSON.parse(text) as Record<string, unknown> };
  };
  return {
    clock,
    sandbox,
    url,
    call,
    execute: (fields, team) =>
      call("/api/trade/execute", { method: "POST", body: { reason: "a test", ...fields } }, team),
    async read(path, team) {
      const { status, json } = await call(path, {}, team);
      expect({ path, status }).toEqual({ path, status: 200 });
      return json;
    },
  };
}

/** Expects a refusal with exactly this status and text. */
export function expectRefusal(answered: Answered, status: number, error: string): void {
  expect({ status: answered.status, body: answered.json }).toEqual({ status, body: { success: false, error } });
}

export const query = (fields: Record<string, string>): string => new URLSearchParams(fields).toString();
