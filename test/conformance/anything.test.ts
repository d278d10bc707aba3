import { expect, test } from "vitest";
import type { z } from "zod";
import { seededRandom, type Random } from "../../src/core/random.js";
import {
  asWritten,
  decodeAnswer,
  OPERATION_IDS,
  operations,
  recogniseError,
  type Operation,
  type OperationId,
} from "../../src/contract/index.js";
import type { SandboxAnswer, SandboxRequest } from "../../src/sandbox/index.js";
import { address, HOUR, MINUTE, START, startService, testMarket } from "./service.js";

const TOKENS = [...testMarket.tokens.map(address), "0xdead", "nowhere", "", undefined];
const CHAINS = ["evm", "svm", "EVM", "eth", "", undefined, undefined, undefined, undefined];
const PLACES = ["eth", "base", "svm", "ETH", "moon", "", undefined, undefined, undefined, undefined];
const AMOUNTS = ["1", "100", "3750", "3800", "5001", "1e-7", "0", "-1", "ten", "", " 2 ", "1e400", undefined];

const VALUES: readonly (readonly [field: RegExp, values: readonly unknown[]])[] = [
  [/specificChain$/i, PLACES],
  [/chain$/i, CHAINS],
  [/^amount$/, AMOUNTS],
  [/tolerance$/i, ["1", "0.001", "low", undefined, undefined, undefined]],
  [/token$/i, TOKENS],
  [/^metadata$/, [{}, { ref: { name: "a" } }, { own: [1] }, 5, undefined]],
  [/^competitionId$/, ["x", "", undefined]],
  [/./, ["a text", "", undefined, "x".repeat(900)]],
];

function fields(random: Random, schema: z.ZodObject, usual: boolean): Record<string, unknown> {
  const entries = Object.keys(schema.shape).map((name) => {
    const values = VALUES.find(([field]) => field.test(name))?.[1] ?? [];
    // Half of the requests take what is usual, so that there are trades too.
    const chosen = usual ? values.slice(0, /token$/i.test(name) ? 4 : 1) : values;
    return [name, usual && /chain$|tolerance$/i.test(name) ? undefined : chosen[random.int(chosen.length)]] as const;
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function request(random: Random, id: OperationId, key: string | undefined): SandboxRequest {
  const { method, path, query, body }: Operation = operations[id];
  const usual = random.int(2) === 0;
  const asked = query === undefined ? {} : (fields(random, query, usual) as Record<string, string>);
  // A POST that takes no body may have one all the same.
  const sent = body === undefined ? {} : fields(random, body, usual);
  const json = method === "GET" ? undefined : JSON.stringify(sent);
  return {
    method,
    path: query === undefined ? path : `${path}?${new URLSearchParams(asked).toString()}`,
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(json === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(json === undefined ? {} : { body: random.int(50) === 0 ? json.slice(0, -1) : json }),
  };
}

/** What an answer is: `200` for one as the interface writes it, else the code of a refusal that the contract lists. */
function kindOf(id: OperationId, { status, body }: SandboxAnswer): string {
  const json: unknown = JSON.parse(body);
  const row: Operation = operations[id];
  if (status === 200) {
    expect((asWritten(row.answer) as z.ZodType).safeParse(json).error).toBeUndefined();
    decodeAnswer(id, json);
    return "200";
  }
  expect(json).toEqual({ success: false, error: expect.any(String) as string });
  const code = recogniseError(status, body);
  expect(row.errors).toContain(code);
  return code ?? "";
}

test.each(["a", "b"])(
  "any request at any time gets the interface's answer, or a refusal that the contract lists (seed %s)",
  async (seed) => {
    const random = seededRandom(seed);
    const { sandbox, clock } = await startService({
      houseTeams: true,
      teams: 3,
      competitions: [
        { startIn: MINUTE, duration: 6 * HOUR },
        { startIn: HOUR, duration: 6 * HOUR, settings: { allowCrossChain: true, slippage: "log" } },
        {},
      ],
    });
    const keys: (string | undefined)[] = [undefined, ...sandbox.teams.map(({ apiKey }) => apiKey)];
    const met = new Set<string>();
    for (let i = 0; i < 4000; i++) {
      if (random.int(20) === 0) clock.runUntil(clock.now() + random.int(8 * MINUTE));
      const id = OPERATION_IDS[random.int(OPERATION_IDS.length)] as OperationId;
      const who = random.int(10) === 0 ? 0 : 1 + random.int(3);
      const answered = await sandbox.handle(request(random, id, keys[who]));
      const kind = kindOf(id, answered);
      met.add(`${id} ${kind}`);
      if (id === "resetApiKey" && kind === "200")
        keys[who] = decodeAnswer("resetApiKey", JSON.parse(answered.body)).apiKey;
    }
    // It went through all of it: every operation was served, trades and several refusals of them among it.
    expect([...met].filter((one) => one.endsWith(" 200")).toSorted()).toEqual(
      OPERATION_IDS.map((id) => `${id} 200`).toSorted(),
    );
    expect([...met].filter((one) => one.startsWith("executeTrade")).length).toBeGreaterThan(8);
    expect(clock.now() - START).toBeGreaterThan(12 * HOUR);
  },
);
