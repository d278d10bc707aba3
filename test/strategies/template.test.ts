import { decideOnce, runOnPrices } from "contender/testing";
import { expect, test } from "vitest";
import template from "../../strategies/_template/strategy.js";

test("the scaffold's strategy buys rising tokens and sells falling ones", () => {
  const params = { bars: 2 };
  const up = decideOnce(template, { params, bars: { "WETH.eth": [100, 101] } });
  const down = decideOnce(template, { params, bars: { "WETH.eth": [101, 100] }, book: { "WETH.eth": 1 } });
  const out = decideOnce(template, { params, bars: { "WETH.eth": [101, 100] } });
  expect(up.decisions).toMatchObject([
    { kind: "target", weights: { "WETH.eth": 0.5 / 3 }, reason: "WETH.eth moved by 1.00 % in 2 bars: buys." },
  ]);
  expect(down.decisions).toMatchObject([{ kind: "target", weights: { "WETH.eth": 0 } }]);
  expect(out.decisions).toMatchObject([{ kind: "hold" }]);
});

test("it trades as shipped", async () => {
  const wave = Array.from({ length: 288 }, (_, i) => 2_500 + 50 * Math.sin(i / 20));
  const run = await runOnPrices(template, {}, { "WETH.eth": wave }, { before: 24 });
  expect(run.error).toBeNull();
  expect(run.trades.length).toBeGreaterThan(2);
});
