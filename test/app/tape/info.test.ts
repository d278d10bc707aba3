import { appendFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tapeInfo } from "../../../src/app/tape/info.js";
import { TapeWriter } from "../../../src/tape/index.js";
import { emptyFolder } from "../../support/empty-folder.js";

const T0 = Date.UTC(2025, 0, 1);
const READINGS = 50_000;

test("the description of a tape shows progress through the log, and ends even if the log is broken", () => {
  const folder = emptyFolder();
  const writer = new TapeWriter(folder, { source: "test" });
  writer.record("WETH.eth", { usd: 1, readAt: T0, movedAt: T0 });
  writer.close();
  const readings = Array.from({ length: READINGS }, (_, i) => `${T0 + i + 1},WETH.eth,3000.5,${T0},\n`);
  appendFileSync(join(folder, "prices.csv"), readings.join(""));
  const quote = { from: "USDC.eth", to: "WETH.eth", fromAmount: 1, toAmount: 1, fromPrice: null, toPrice: null };
  const quoting = new TapeWriter(folder, { source: "test" });
  quoting.recordQuote({ at: T0, ...quote });
  quoting.close();
  const quotes = Array.from({ length: READINGS }, (_, i) => `${T0 + i + 1},USDC.eth,WETH.eth,100,0.03,1,3000.5\n`);
  appendFileSync(join(folder, "quotes.csv"), quotes.join(""));

  const told: (string | number)[] = [];
  const progress = {
    start: (total: number, label: string) => void told.push(`${label} ${total}`),
    to: (done: number) => void told.push(done),
    end: () => void told.push("end"),
  };
  expect(tapeInfo(folder, progress).tokens).toMatchObject([{ name: "WETH.eth", rows: READINGS + 1 }]);
  const [start, ...steps] = told.splice(0);
  expect([start, steps.pop(), steps.pop()]).toEqual(["reading 1000", "end", 1000]);
  expect(steps.length).toBeGreaterThan(0);
  expect(steps).toEqual(steps.filter((step) => Number(step) > 0 && Number(step) < 1000));
  // Both logs are one way, by their sizes.
  const [ofPrices = 0, ofQuotes = 0] = ["prices.csv", "quotes.csv"].map((name) => statSync(join(folder, name)).size);
  expect(steps).toContain((1_000 * ofPrices) / (ofPrices + ofQuotes));
  expect(steps.map(Number)).toEqual(steps.map(Number).toSorted((a, b) => a - b));

  appendFileSync(join(folder, "prices.csv"), "broken\n");
  expect(() => tapeInfo(folder, progress)).toThrow(`line ${READINGS + 3}`);
  expect(told.at(-1)).toBe("end");
});
