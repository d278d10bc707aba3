import fc from "fast-check";
import type { ExecuteResult } from "../../../../src/model/trade.js";
import { KNOWN_TOKENS } from "../../../../src/model/known-tokens.js";
import type { TokenRegistry } from "../../../../src/model/token-registry.js";
import type { Gateway } from "../../../../src/gateway/gateway.js";
import { handlerTransport } from "../../../support/handler-transport.js";
import { SAMPLES } from "../../../contract/samples.js";
import { attack, type Assault, type Verdict } from "../attack.js";
import { hostileJson, hostileText, hostileValue } from "../hostile-values.js";
import { mutated } from "../mutations.js";
import { USDC, WETH } from "../server/world.js";
import { judgePrototypes } from "../server/judge.js";
import { within } from "../within.js";
import { judgeFilled, judgeOutcome } from "./judge.js";
import { CALL_IDS, CALLS, gatewayTo, type CallId } from "./world.js";

interface Hostile {
  readonly id: CallId;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const status = fc.oneof(
  { weight: 9, arbitrary: fc.constant(200) },
  { weight: 3, arbitrary: fc.constantFrom(201, 204, 301, 302, 304, 400, 401, 403, 404, 409, 413, 418, 429, 500, 503) },
  { weight: 1, arbitrary: fc.integer({ min: 100, max: 999 }) },
);

const headers = fc.dictionary(
  fc.constantFrom("retry-after", "x-ratelimit-reset", "location", "content-type", "content-encoding", "date", "x"),
  hostileText,
  { maxKeys: 3, noNullPrototype: true },
);

const refusal = fc
  .record({ success: fc.constantFrom<unknown>(false, true, null, "false"), error: fc.oneof(hostileText, hostileValue) })
  .map(hostileJson);

function bodyOf(id: CallId): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 12, arbitrary: mutated(SAMPLES[id]).map(hostileJson) },
    { weight: 2, arbitrary: fc.constantFrom(...CALL_IDS).map((other) => JSON.stringify(SAMPLES[other])) },
    { weight: 2, arbitrary: refusal },
    { weight: 1, arbitrary: hostileValue.map(hostileJson) },
    { weight: 1, arbitrary: hostileText },
    // A token at an address that reads like a name of ours.
    {
      weight: 1,
      arbitrary: fc.constant(JSON.stringify(SAMPLES[id]).replaceAll(USDC, "USDC").replaceAll(WETH, "WETH")),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        "<html><body>502 Bad Gateway</body></html>",
        "[".repeat(100_000),
        `{"success":true,"team":{"metadata":${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}}}`,
        JSON.stringify(SAMPLES[id]).slice(0, -2),
        `\ufeff${JSON.stringify(SAMPLES[id])}`,
        `${JSON.stringify(SAMPLES[id])}${JSON.stringify(SAMPLES[id])}`,
      ),
    },
  );
}

const hostile: fc.Arbitrary<Hostile> = fc.oneof(
  ...[...CALL_IDS, "executeTrade" as const, "executeTrade" as const].map((id) =>
    fc.record({ id: fc.constant(id), status, headers, body: bodyOf(id) }),
  ),
);

/** Calls an operation; the planted faults of the tests put another one in its place. */
export type Ask = (gateway: Gateway, id: CallId) => Promise<unknown>;
const askGateway: Ask = (gateway, id) => CALLS[id](gateway);

/** Answers of every kind to the real gateway: every call comes to a sound value or a typed error. */
export async function attackClient(seed: string, count: number, ask = askGateway): Promise<Assault> {
  const take = async ({ id, ...answer }: Hostile): Promise<Verdict> => {
    const { gateway, registry } = gatewayTo({
      baseUrl: "http://service.invalid",
      transport: handlerTransport(() => answer),
    });
    try {
      const outcome = await outcomeOf(within(`the call of ${id}`, ask(gateway, id)));
      const filled =
        id === "executeTrade" && "value" in outcome
          ? judgeFilled(outcome.value as ExecuteResult, answer, { from: USDC, to: WETH })
          : null;
      return judgeOutcome(outcome) ?? filled ?? judgeTokens(registry) ?? judgePrototypes();
    } finally {
      await gateway.close();
    }
  };
  return attack({ kind: "answers", inputs: hostile, count, take }, seed);
}

export async function outcomeOf(promise: Promise<unknown>): Promise<{ value: unknown } | { error: unknown }> {
  try {
    return { value: await promise };
  } catch (error) {
    return { error };
  }
}

/** Whatever the service sends, the names that config and strategies use mean what they meant. */
function judgeTokens(registry: TokenRegistry): Verdict {
  for (const { name, address } of KNOWN_TOKENS)
    if (registry.get(name)?.address !== address) return `${name} is no longer ${address}`;
  return null;
}
