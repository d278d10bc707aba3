import { SimulatedClock } from "../../../src/core/time/simulated-clock.js";
import { KNOWN_TOKENS } from "../../../src/model/known-tokens.js";
import { TokenRegistry } from "../../../src/model/token-registry.js";
import {
  createSandbox,
  type FaultEntry,
  type Sandbox,
  type SandboxAnswer,
  type SandboxOptions,
  type SandboxRequest,
} from "../../../src/sandbox/index.js";
import { rawRequest, type RawAnswer } from "./raw-client.js";

export const START = Date.UTC(2025, 0, 1);
export const SECOND = 1000;

const registry = new TokenRegistry(KNOWN_TOKENS);
const PRICES: Readonly<Record<string, number>> = { "WETH.eth": 2000, "USDC.eth": 1, "USDC.base": 1, "USDC.svm": 1 };
const { address: WETH } = registry.resolve("WETH.eth");
const { address: USDC } = registry.resolve("USDC.eth");

export const EXECUTE = "POST /api/trade/execute";
export const TRADES = "GET /api/account/trades";
export const BALANCES = "GET /api/account/balances";
export const PORTFOLIO = "GET /api/account/portfolio";
export const STATUS = "GET /api/competition/status";
export const PRICE = `GET /api/price?token=${WETH}&chain=evm&specificChain=eth`;
export const TOKEN_INFO = PRICE.replace("/api/price", "/api/price/token-info");
export const QUOTE = `GET /api/trade/quote?fromToken=${USDC}&toToken=${WETH}&amount=100&fromSpecificChain=eth&toSpecificChain=eth`;

/** A sandbox on a clock that stands still, with one team. */
export interface Scene {
  readonly clock: SimulatedClock;
  readonly sandbox: Sandbox;
  readonly key: string;
  /** In process; an execute buys WETH for 100 USDC. */
  ask(line: string, reason?: string): Promise<SandboxAnswer>;
  /** Over a socket: what a client that knows nothing of HTTP gets. */
  raw(line: string, reason?: string, headers?: Record<string, string>): Promise<RawAnswer>;
  /** The trades that were really made. */
  made(): readonly { readonly id: string; readonly reason: string | null }[];
  close(): Promise<void>;
}

export function scene(faults: readonly FaultEntry[], options: Partial<SandboxOptions> = {}): Scene {
  const clock = new SimulatedClock(START);
  const market = { tokens: Object.keys(PRICES), priceAt: (token: string) => PRICES[token] ?? null };
  const plan = { seed: "test", faults };
  const sandbox = createSandbox({ clock, registry, market, seed: "s", keySeed: "k", faults: plan, ...options });
  const [team] = sandbox.teams;
  const key = team?.apiKey ?? "";
  let url: Promise<string> | null = null;
  return {
    clock,
    sandbox,
    key,
    ask: (line, reason) => sandbox.handle(requestOf(line, key, reason)),
    async raw(line, reason, headers = {}) {
      url ??= sandbox.listen(0);
      const request = requestOf(line, key, reason);
      return rawRequest(await url, { ...request, headers: { ...request.headers, ...headers } });
    },
    made: () => sandbox.exchange.trades(team?.teamId ?? ""),
    close: () => sandbox.close(),
  };
}

/** The request of a line such as `GET /api/account/trades`. */
export function requestOf(line: string, key: string, reason = "a test"): SandboxRequest {
  const [method = "", path = ""] = line.split(" ");
  const authorization = { authorization: `Bearer ${key}` };
  if (line !== EXECUTE) return { method, path, headers: authorization };
  const chains = { fromChain: "evm", toChain: "evm", fromSpecificChain: "eth", toSpecificChain: "eth" };
  return {
    ...{ method, path },
    headers: { ...authorization, "content-type": "application/json" },
    body: JSON.stringify({ fromToken: USDC, toToken: WETH, amount: "100", reason, ...chains }),
  };
}

/** What stands in an answer's JSON. */
export const json = ({ body }: { readonly body: string }) => JSON.parse(body) as Record<string, unknown>;
