import { expect, test } from "vitest";
import { Decimal } from "../../../src/core/number/decimal.js";
import { NeededTokens } from "../../../src/engine/session/needed-tokens.js";
import { Ledger } from "../../../src/ledger/index.js";
import { registry } from "../world.js";

test("a holding is needed from the moment on at which it is held, and the list is computed once until then", () => {
  const ledger = new Ledger("c");
  const needed = new NeededTokens(ledger, registry, [], ["WETH.eth"]);
  const before = needed.list;
  expect(before).toEqual(["WETH.eth"]);
  const common = { competitionId: "c", book: "s", cause: "start", reason: "", costUsd: 1 } as const;
  ledger.apply([{ ...common, token: "WETH.eth", change: new Decimal(1) }]);
  expect(needed.list).toEqual(before);
  expect(needed.list).toBe(needed.list);
  ledger.apply([{ ...common, token: "SOL.svm", change: new Decimal(2) }]);
  expect(needed.list).toContain("SOL.svm");
});
