import { readFileSync } from "node:fs";
import { Script } from "node:vm";
import type { EncodedTimes } from "../../src/report/data/encode.js";
import { oneScript } from "../../src/report/assets.js";

/** Where the modules of the page's script lie. */
export const PAGE = new URL("../../src/report/page/", import.meta.url);

/** What a module of the page exports; it must need no other one, and no browser. */
export function moduleOf(name: string): unknown {
  const text = readFileSync(new URL(`${name}.js`, PAGE), "utf8");
  const script = oneScript([
    [name, text],
    ["out", `out.module = $${name};`],
  ]);
  const out: { module?: unknown } = {};
  new Script(script).runInNewContext({ out });
  return out.module;
}

export const decodeTimesOf = (encoded: EncodedTimes): number[] => {
  const { decodeTimes } = moduleOf("decode") as { decodeTimes: (of: EncodedTimes) => number[] };
  return [...decodeTimes(encoded)];
};
