import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { loadFile } from "../../../src/app/strategies/load.js";
import { recordedStrategy } from "../../../src/app/strategies/recorded.js";
import type { JsonValue } from "../../../src/core/json.js";
import { KNOWN_TOKENS } from "../../../src/model/known-tokens.js";
import { TokenRegistry } from "../../../src/model/token-registry.js";
import { bindStrategy } from "../../../src/strategy/bind/bind.js";
import { folder } from "../../journal/support.js";

const registry = new TokenRegistry(KNOWN_TOKENS);

/** What a run with this schema and these params would have `decide` see, and what a replay of it does. */
function seen(schema: string, params: Readonly<Record<string, JsonValue>>) {
  const file = join(folder(), "made.ts");
  writeFileSync(
    file,
    `import { defineStrategy, z } from "contender";
export default defineStrategy({
  name: "made",
  summary: "For a test.",
  params: z.object(${schema}),
  schedule: "0 * * * *",
  decide: ({ hold }) => hold({ reason: "nothing" }),
});
`,
  );
  const world = { registry, crossChain: true, fundedChains: null };
  const ran = bindStrategy(loadFile(file), { params, allocation: 1 }, world);
  const { name, version, paramsJson } = ran;
  const again = (of: string): unknown =>
    recordedStrategy({ name, version: of, file, params: paramsJson, allocation: 1 }, registry)?.params;
  return { ran: ran.params, again: again(version), ofOtherVersion: () => again("0123456789abcdef") };
}

it("a recorded strategy has the params that `decide` saw: dates are dates, with no transform applied twice", () => {
  const date = seen("{ since: z.coerce.date() }", { since: "2025-01-31" });
  expect(date.ran).toEqual({ since: new Date("2025-01-31") });
  expect(date.again).toEqual(date.ran);
  const twice = seen("{ n: z.number().transform((n) => 2 * n) }", { n: 5 });
  expect([twice.ran, twice.again]).toEqual([{ n: 10 }, { n: 10 }]);
  const number = seen("{ n: z.string().transform(Number) }", { n: "7" });
  expect([number.ran, number.again]).toEqual([{ n: 7 }, { n: 7 }]);
});

it("a recorded strategy's params are parsed by today's schema if the file has changed, and refused if unfit", () => {
  expect(seen("{ since: z.coerce.date() }", { since: "2025-01-31" }).ofOtherVersion()).toEqual({
    since: new Date("2025-01-31"),
  });
  expect(seen("{ n: z.string().transform(Number) }", { n: "7" }).ofOtherVersion).toThrow(
    expect.objectContaining({ code: "STRATEGY_CONFIG" }),
  );
});
