import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { KNOWN_TOKENS } from "../../../src/model/known-tokens.js";
import { syntheticTape, type SyntheticTapeOptions, type SyntheticTrack } from "../../../src/tape/index.js";
import { emptyFolder } from "../../support/empty-folder.js";

const T0 = Date.UTC(2025, 0, 1);
const HOUR = 3_600_000;
const tokens = ["WETH.eth", "USDC.eth"].map((name): SyntheticTrack => {
  const token = KNOWN_TOKENS.find((one) => one.name === name);
  if (token === undefined) throw new Error(name);
  return { token, price: token.cash ? 1 : 3_000 };
});
const make = (options: Partial<SyntheticTapeOptions> = {}) =>
  syntheticTape({
    folder: join(emptyFolder(), "tape"),
    seed: "7",
    from: T0,
    to: T0 + 6 * HOUR,
    every: 300_000,
    tokens,
    ...options,
  });

describe("a synthetic tape", () => {
  test("says that it is synthetic, and holds a reading of each token at every step", async () => {
    const tape = await make();
    expect(tape.label).toBe("synthetic market (seed 7)");
    expect(tape).toMatchObject({ from: T0, until: T0 + 6 * HOUR, interval: 300_000, gaps: [] });
    expect(tape.tracks.map(({ token, rows }) => [token.name, token.address !== "", rows])).toEqual([
      ["WETH.eth", true, 72],
      ["USDC.eth", true, 72],
    ]);
    for (const { usd } of tape.points("USDC.eth", 0, Infinity)) expect(Math.abs(usd - 1)).toBeLessThan(0.01);
  });

  test("that cannot be written leaves no folder behind, so that the next try can create it", async () => {
    const folder = join(emptyFolder(), "tape");
    const [{ token }] = tokens as [SyntheticTrack];
    const long = { token: { ...token, name: `${"W".repeat(300)}.eth` }, price: 3_000 };
    await expect(make({ folder, tokens: [long] })).rejects.toThrow(expect.objectContaining({ code: "TAPE_FILE" }));
    await expect(make({ folder })).resolves.toMatchObject({ folder });
  });

  test("is the same for the same seed, and another one for another", async () => {
    const { fingerprint } = await make();
    expect((await make()).fingerprint).toBe(fingerprint);
    expect((await make({ seed: "8" })).fingerprint).not.toBe(fingerprint);
  });

  test("says when each price last moved", async () => {
    const tape = await make({ every: 20_000, to: T0 + 60_000 * 3 });
    expect([...(tape.movedAt("WETH.eth") ?? [])].map((at) => at - T0)).toEqual(
      [0, 0, 0, 1, 1, 1, 2, 2, 2].map((minute) => minute * 60_000),
    );
  });

  test("is refused if its folder has content, or its span is empty", async () => {
    await expect(make({ folder: emptyFolder() })).rejects.toMatchObject({ code: "TAPE_CONFLICT" });
    await expect(make({ to: T0 })).rejects.toMatchObject({
      code: "TAPE_CONFLICT",
      message: expect.stringContaining(`From ${new Date(T0).toISOString()} to`) as string,
    });
    await expect(make({ every: 0 })).rejects.toMatchObject({ code: "TAPE_CONFLICT" });
    await expect(make({ to: 1e18 })).rejects.toMatchObject({ code: "TAPE_CONFLICT" });
  });

  test("is refused with the reason if its readings would not be at whole milliseconds", async () => {
    const refused = { code: "TAPE_CONFLICT", message: expect.stringContaining("whole milliseconds") as string };
    await expect(make({ every: 1_000.5 })).rejects.toMatchObject(refused);
    await expect(make({ from: T0 + 0.5 })).rejects.toMatchObject(refused);
  });
});
