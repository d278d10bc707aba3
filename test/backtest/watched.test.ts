import { once } from "node:events";
import fs, { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { checkLookahead } from "../../src/backtest/lookahead.js";
import { watchFiles } from "../../src/backtest/reads/file-watch.js";
import { defineStrategy, z, type Strategy } from "../../src/index.js";
import { tapeOf, walk } from "./tapes.js";
import { emptyFolder } from "../support/empty-folder.js";

const folder = emptyFolder();
const secret = join(folder, "future.csv");
writeFileSync(secret, "1");
const tape = tapeOf({ "WETH.eth": walk(3 * 60) });

function reader(name: string, read: () => Promise<number>): Strategy {
  return defineStrategy({
    name,
    summary: "Reads.",
    params: z.object({}),
    schedule: "*/30 * * * *",
    needs: () => ({ prices: ["WETH.eth"] }),
    inputs: z.number(),
    read,
    decide: ({ hold }) => hold({ reason: "Holds." }),
  });
}

test("a file that a `read` opens after another strategy's has ended is its own finding", async () => {
  const slow = reader("slow", async () => {
    for (let i = 0; i < 20; i++) await Promise.resolve();
    return Number(readFileSync(secret, "utf8"));
  });
  const quick = reader("quick", () => Promise.resolve(1));
  const { files } = await checkLookahead({ tape, strategies: [{ strategy: slow }, { strategy: quick }] }, { cuts: 1 });
  expect(files).toEqual([{ by: "slow", file: secret }]);
});

test.each<[string, (to: string) => unknown]>([
  ["copyFileSync", (to) => fs.copyFileSync(secret, to)],
  ["copyFile", (to) => promisify(fs.copyFile)(secret, to)],
  ["promises.copyFile", (to) => fs.promises.copyFile(secret, to)],
  ["cpSync", (to) => fs.cpSync(secret, to)],
  ["cp", (to) => promisify(fs.cp)(secret, to)],
  ["promises.cp", (to) => fs.promises.cp(secret, to)],
  ["openAsBlob", () => fs.openAsBlob(secret)],
  ["createReadStream", () => once(fs.createReadStream(secret).resume(), "close")],
])("a watch sees a file whose content is read by %s", async (name, read) => {
  const watch = watchFiles();
  try {
    await watch.of("a", () => read(join(folder, `copy-by-${name}`)));
  } finally {
    watch.release();
  }
  expect(watch.opened[0]).toEqual({ by: "a", file: secret });
});

test("two watches at a time each see what their own code opens, and leave nothing behind", () => {
  const before = readFileSync;
  const [one, other] = [watchFiles(), watchFiles()];
  one.release();
  other.of("b", () => readFileSync(secret));
  other.release();
  other.release();
  expect(other.opened).toEqual([{ by: "b", file: secret }]);
  expect(readFileSync).toBe(before);
});

test("a watch around another one sees what the inner one sees", () => {
  const [around, inner] = [watchFiles(), watchFiles()];
  around.of("a", () => inner.of("b", () => readFileSync(secret)));
  around.release();
  inner.release();
  expect([around.opened, inner.opened]).toEqual([[{ by: "a", file: secret }], [{ by: "b", file: secret }]]);
});
