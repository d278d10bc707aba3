import { readdirSync, readFileSync } from "node:fs";
import { Script } from "node:vm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as format from "../../src/core/format.js";
import { assets, hashSource, oneScript } from "../../src/report/assets.js";
import { decodeTimesOf, moduleOf, PAGE } from "./page-module.js";

describe("the page's script", () => {
  const { pageScript, chartScript, chartStyle, chartLicence } = assets();

  it("is one classic script of all modules, without an import or export left", () => {
    expect(() => new Script(pageScript)).not.toThrow();
    expect(pageScript).not.toMatch(/^(?:import|export) /m);
    for (const file of readdirSync(PAGE).filter((name) => name.endsWith(".js")))
      expect(pageScript).toContain(`const $${file.replace(".js", "")} = (() => {`);
  });

  it("names every module after those that it imports", () => {
    const order = [...pageScript.matchAll(/^const \$(\w+) = \(\(\) => \{$/gm)].map(([, name]) => name);
    for (const name of order)
      for (const [, imported] of readFileSync(new URL(`${name ?? ""}.js`, PAGE), "utf8").matchAll(
        /from "\.\/(\w+)\.js"/g,
      ))
        expect(order.indexOf(imported), `${name ?? ""} imports ${imported ?? ""}`).toBeLessThan(order.indexOf(name));
  });

  it("keeps names of one module out of another", () => {
    const script = oneScript([
      ["a", "const hidden = 1;\nexport function one() {\n  return hidden;\n}\n"],
      ["b", 'import { one } from "./a.js";\n\nconst hidden = 2;\nexport const two = () => [one(), hidden];\n'],
      ["c", 'import { two } from "./b.js";\nglobalThis.seen = two();\n'],
    ]);
    const context: { seen?: number[] } = {};
    new Script(script).runInNewContext(Object.assign(context, { globalThis: context }));
    expect(context.seen).toEqual([1, 2]);
  });

  it("comes with uPlot as it was published, its style and its licence", () => {
    expect(chartScript).toMatch(/^\/\*! https:\/\/github\.com\/leeoniya\/uPlot/m);
    expect(chartStyle).toContain(".uplot");
    expect(chartLicence).toMatch(/MIT License[\s\S]*Leon Sorokin/);
    expect(chartScript + pageScript).not.toMatch(/<\/script|<!--/i);
  });

  it("is allowed by its hash, as browsers compute it", () => {
    expect(hashSource("alert(1)")).toBe("'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='");
  });
});

describe("numbers on the page", () => {
  const page = moduleOf("format") as Pick<typeof format, "usd" | "percent" | "change" | "digits" | "moment">;

  it("are written as in its tables", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e12, max: 1e12 }), (value) => {
        for (const name of ["usd", "percent", "change", "digits"] as const)
          expect(page[name](value)).toBe(format[name](value));
        expect(page.moment(Math.abs(value))).toBe(format.moment(Math.abs(value)));
      }),
    );
  });

  it("have six digits that are the value's, however large or small it is", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e300, max: 1e300 }), (value) => {
        fc.pre(Math.abs(value) > 1e-300);
        expect(page.digits(value)).toBe(format.digits(value));
        const read = Number(format.digits(value).replace(/,/g, "").replace("−", "-"));
        expect(Math.abs(read / value - 1)).toBeLessThan(1e-5);
      }),
    );
  });

  it("are short on axes, with one suffix for all labels of an axis", () => {
    const { tick } = moduleOf("format") as { tick: (...of: [number, number, string, number]) => string };
    expect([tick(5_000, 5_000, "usd", 15_000), tick(15_000, 5_000, "usd", 15_000)]).toEqual(["$5k", "$15k"]);
    expect([tick(2.5, 2.5, "usd", 10), tick(-0.05, 0.05, "fraction", 1), tick(3, 1, "count", 9)]).toEqual([
      "$2.5",
      "−5%",
      "3",
    ]);
    expect(tick(2_500_000, 500_000, "usd", 3e6)).toBe("$2.5M");
  });
});

describe("times on the page", () => {
  it("are what was encoded", () => {
    expect(decodeTimesOf({ from: 1_000, unit: 500, steps: [1, 3] })).toEqual([1, 1.5, 3]);
  });
});

describe("the range of an axis of bars", () => {
  const { barRange } = moduleOf("range") as {
    barRange: (min: number | null, max: number | null) => [number, number];
  };
  const range = (min: number | null, max: number | null): number[] => [...barRange(min, max)];

  it("ends at zero where all are lost, and begins there where all are won", () => {
    expect(range(-0.09, -0.03)).toEqual([expect.closeTo(-0.0972), 0]);
    expect(range(0.03, 0.09)).toEqual([0, expect.closeTo(0.0972)]);
  });

  it("holds every bar and zero, and nothing beyond them but a little room", () => {
    const returns = fc.array(fc.double({ min: -1, max: 5, noNaN: true }), { minLength: 1 });
    fc.assert(
      fc.property(returns, (values) => {
        const [min, max] = [Math.min(...values), Math.max(...values)];
        fc.pre(min !== 0 || max !== 0);
        const [low = NaN, high = NaN] = range(min, max);
        expect(low).toBeLessThanOrEqual(Math.min(0, min));
        expect(high).toBeGreaterThanOrEqual(Math.max(0, max));
        expect(low).toBeGreaterThanOrEqual(Math.min(0, min) * 1.1);
        expect(high).toBeLessThanOrEqual(Math.max(0, max) * 1.1);
        expect(high).toBeGreaterThan(low);
      }),
    );
  });

  it("is a narrow band about zero where nothing was won or lost", () => {
    for (const none of [0, -0, null]) expect(range(none, none)).toEqual([-0.01, 0.01]);
  });
});
