import { expect, test } from "vitest";
import { z } from "zod";
import { TokenRegistry } from "../../src/model/token-registry.js";
import { defineStrategy } from "../../src/strategy/define.js";
import { StrategyTimeoutError } from "../../src/strategy/errors.js";
import { watchdogGuard } from "../../src/strategy/guard.js";
import { parseParams } from "../../src/strategy/params.js";
import { token } from "../../src/strategy/token-param.js";

const looping = defineStrategy({
  name: "example",
  summary: "An example.",
  params: z.object({
    n: z.number().refine(() => {
      for (;;);
    }),
  }),
  schedule: "0 * * * *",
  decide: ({ hold }) => hold({ reason: "nothing" }),
});

test("params whose schema does not return are stopped, and tokens that are parsed afterwards are not looked up any more", () => {
  const parse = (): unknown => parseParams("example", looping, { n: 1 }, new TokenRegistry([]), watchdogGuard(50));
  expect(parse).toThrow(StrategyTimeoutError);
  expect(token().safeParse("NOPE.eth").success).toBe(true);
});
