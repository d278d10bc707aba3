import { describe, expect, it } from "vitest";
import { COLOURS } from "../../../src/report/style/colours.js";

type Triple = readonly [number, number, number];

/** The colours that a rule of the style declares, by their names. */
function declaredIn(rule: RegExp): ReadonlyMap<string, Triple> {
  const declared = rule.exec(COLOURS)?.[1] ?? "";
  return new Map(
    [...declared.matchAll(/--([\w-]+):(#[0-9a-f]{6})/g)].map(([, name = "", hex = ""]) => [name, lab(hex)]),
  );
}

/** Where a colour is in OKLab (Ottosson 2020), in which distances are as far as people see them. */
function lab(hex: string): Triple {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

const apart = (one: Triple, other: Triple): number => Math.hypot(...one.map((part, i) => part - (other[i] ?? 0)));

describe.each([
  ["in the light", /:root\{color-scheme:light dark;([^}]*)\}/],
  ["in the dark", /:root:not\(\.paper\)\{(--[^}]*)\}/],
  ["on paper", /print\{[^{]*\{color-scheme:light;([^}]*)\}/],
])("the colours %s", (_where, rule) => {
  const colours = declaredIn(rule);
  const named = (pattern: RegExp) => [...colours].filter(([name]) => pattern.test(name));
  const runs = named(/^run\d$/);

  it("let no run be taken for a benchmark, nor for another run", () => {
    const benchmarks = named(/^(?:start|cash|house\d|token\d)$/);
    expect([runs.length, benchmarks.length]).toEqual([6, 15]);
    const near = runs.flatMap(([name, colour], i) =>
      [...benchmarks, ...runs.slice(i + 1)]
        .filter(([, other]) => apart(colour, other) < 0.115)
        .map(([other]) => `${name} and ${other}`),
    );
    expect(near).toEqual([]);
  });

  it("have each run farther off from the page than any house team or token, for who sees no hues", () => {
    const [, page] = named(/^card$/)[0] ?? ["", [0, 0, 0] as const];
    const off = ([, colour]: (typeof runs)[number]): number => Math.abs(colour[0] - page[0]);
    expect(Math.min(...runs.map(off))).toBeGreaterThan(Math.max(...named(/^(?:house|token)\d$/).map(off)) + 0.05);
  });
});
