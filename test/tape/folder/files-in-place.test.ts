import { copyFileSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { SimulatedClock } from "../../../src/core/time/simulated-clock.js";
import { compactTape, openTape, TapeWriter } from "../../../src/tape/index.js";
import { emptyFolder } from "../../support/empty-folder.js";

const T0 = Date.UTC(2025, 0, 1);
const price = (after: number) => ({ usd: 1, readAt: T0 + after, movedAt: T0 });
const quote = {
  ...{ at: T0, from: "USDC.eth", to: "WETH.eth", fromAmount: 100, toAmount: 0.03, fromPrice: 1, toPrice: 3_000 },
};

/** A tape with a Parquet file, and one who records into it. */
async function recording(): Promise<{ folder: string; writer: TapeWriter; clock: SimulatedClock }> {
  const folder = join(emptyFolder(), "tape");
  const before = new TapeWriter(folder, { source: "test" });
  before.record("WETH.eth", price(-60_000));
  before.close();
  await compactTape(folder);
  const clock = new SimulatedClock(T0);
  const writer = new TapeWriter(folder, { source: "test", clock });
  writer.record("WETH.eth", price(0));
  writer.recordQuote(quote);
  return { folder, writer, clock };
}

const replace = (file: string): void => {
  copyFileSync(file, `${file}.copy`);
  renameSync(`${file}.copy`, file);
};

const GONE = expect.objectContaining({
  code: "TAPE_GONE",
  message: expect.stringContaining("removed, moved or replaced") as string,
  remedy: expect.stringContaining("start again") as string,
}) as Error;

describe("a tape whose files are changed during a recording", () => {
  test.each<[string, (folder: string) => void]>([
    ["its folder is removed", (folder) => rmSync(folder, { recursive: true })],
    ["its folder is moved", (folder) => renameSync(folder, `${folder}-old`)],
    [
      "its folder is replaced",
      (folder) => {
        renameSync(folder, `${folder}-old`);
        mkdirSync(folder);
      },
    ],
    ["the log of prices is removed", (folder) => rmSync(join(folder, "prices.csv"))],
    ["the log of prices is replaced by a copy", (folder) => replace(join(folder, "prices.csv"))],
    ["the log of quotes is removed", (folder) => rmSync(join(folder, "quotes.csv"))],
    ["the manifest is removed", (folder) => rmSync(join(folder, "manifest.json"))],
    ["a Parquet file is removed", (folder) => rmSync(join(folder, "prices-WETH.eth.parquet"))],
    ["the lock is removed", (folder) => rmSync(join(folder, "tape.lock"))],
  ])("%s: the next record reports it, and so does closing", async (_what, change) => {
    const { folder, writer, clock } = await recording();
    clock.runUntil(T0 + 1_000);
    writer.record("WETH.eth", price(2_000));
    change(folder);
    clock.runUntil(T0 + 2_000);
    expect(() => writer.record("WETH.eth", price(3_000))).toThrow(GONE);
    expect(() => writer.close()).toThrow(GONE);
  });

  test("the first quote and the first price of a token report it at once, and write nothing into another folder", async () => {
    const { folder, writer } = await recording();
    writer.close();
    const next = new TapeWriter(folder, { source: "test" });
    rmSync(join(folder, "quotes.csv"));
    renameSync(folder, `${folder}-old`);
    mkdirSync(folder);
    expect(() => next.recordQuote(quote)).toThrow(GONE);
    expect(() => next.record("SOL.svm", price(1))).toThrow(GONE);
    expect(readdirSync(folder)).toEqual([]);
    expect(() => next.close()).toThrow(GONE);
  });

  test("files that are not open may change their numbers, as on some drives", async () => {
    const { folder, writer, clock } = await recording();
    for (const file of ["manifest.json", "prices-WETH.eth.parquet"]) replace(join(folder, file));
    clock.runUntil(T0 + 5_000);
    writer.record("WETH.eth", price(5_000));
    writer.close();
    expect(openTape(folder).prices("WETH.eth")?.times).toHaveLength(3);
  });

  test("the recording's own changes are not reported: new tokens, the first quote, another recording after it", async () => {
    const { folder, writer, clock } = await recording();
    clock.runUntil(T0 + 1_000);
    writer.record("WBTC.eth", price(2_000));
    clock.runUntil(T0 + 5_000);
    writer.close();
    const next = new TapeWriter(folder, { source: "test" });
    next.record("SOL.svm", price(9_000));
    next.close();
    expect(openTape(folder).tracks.map(({ token }) => token.name)).toEqual(["WETH.eth", "WBTC.eth", "SOL.svm"]);
  });
});
