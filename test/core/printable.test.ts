import fc from "fast-check";
import { expect, it } from "vitest";
import { printable, printableJson, printableLines, printableValue } from "../../src/core/printable.js";

it("a printable text has no control character, whatever the text was", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      // eslint-disable-next-line no-control-regex
      expect(printable(text)).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
    }),
  );
});

it("a printable text cannot colour the terminal or begin a new line of the log", () => {
  const hostile = "name\u001b[31mred\nERROR: forged\u009b2J";
  expect(printable(hostile)).not.toContain("\u001b");
  expect(printable(hostile).split("\n")).toHaveLength(1);
  expect(printable("plain text, ümläuts, 漢字")).toBe("plain text, ümläuts, 漢字");
});

it("printable lines stay lines, and of terminal codes only bold stays", () => {
  const text = "\u001b[1mHead\u001b[22m of a\u001b[31m list\r\nits \u0007end";
  expect(printableLines(text)).toBe("\u001b[1mHead\u001b[22m of a [31m list \nits  end");
});

it("a printable null or undefined stays what it is", () => {
  expect(printableValue([null, undefined, { none: null }])).toEqual([null, undefined, { none: null }]);
});

it("printable values are printable at any depth", () => {
  expect(JSON.stringify(printableValue({ a: ["x\u0007"], "k\u001b": { b: "y\n" }, n: 1 }))).not.toMatch(/\\u00|\\n/);
});

it("direction marks, annotations, tags and half characters are removed, and emoji stay whole", () => {
  for (const mark of ["\u061c", "\u200e", "\u202e", "\u2066", "\ufff9", "\ufeff", "\u{e0041}", "\ud800", "\u2028"])
    expect(printable(`a${mark}b`)).toBe("a b");
  expect(printable("🏴‍☠️ 👩‍💻")).toBe("🏴‍☠️ 👩‍💻");
});

it("printable JSON is the same document, without anything that a terminal would act on", () => {
  const texts = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("\u009b2J", "\u202egnirts", "\u{e0041}", "\ud800"),
  );
  fc.assert(
    fc.property(fc.dictionary(texts, texts, { noNullPrototype: true }), (value) => {
      const json = printableJson(JSON.stringify(value, null, 2));
      expect(JSON.parse(json)).toEqual(value);
      expect(printable(json.replaceAll("\n", ""))).toBe(json.replaceAll("\n", ""));
    }),
  );
});
