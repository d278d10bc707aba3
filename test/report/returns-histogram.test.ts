import { describe, expect, it } from "vitest";
import { returnsHistogram } from "../../src/report/returns-histogram.js";
import { ChartBook } from "../../src/report/section.js";

const shown = { bins: 20, height: 200, noun: "trade", nouns: "Trades", title: "Returns.", summary: "Returns." };
const near = Array.from({ length: 200 }, (_, i) => (i - 100) / 10_000);

/** The text of the caption, and the table's rows. */
function partsOf(returns: readonly number[]): { caption: string; rows: string[][] } {
  const { text } = returnsHistogram(returns, new ChartBook(), shown)!;
  const cells = (row: string): string[] => [...row.matchAll(/<t[hd][^>]*>([^<]*)</g)].map(([, cell = ""]) => cell);
  return {
    caption: /<figcaption>([^]*?)<\/figcaption>/.exec(text)?.[1] ?? "",
    rows: [...text.matchAll(/<tr>([^]*?)<\/tr>/g)].slice(1).map(([, row = ""]) => cells(row)),
  };
}

describe("a histogram of returns", () => {
  it("says how far what is counted in its outer bars goes, in the table and above the picture", () => {
    const { caption, rows } = partsOf([-0.3, ...near, 0.5, 0.6]);
    expect(rows[0]?.[0]).toBe("−30.00%");
    expect(rows.at(-1)?.[1]).toBe("60.00%");
    expect(caption).toContain("The outer bars include all returns beyond them, from −30.00% to 60.00%.");
  });

  it("says nothing of what lies beyond its bars where nothing does", () => {
    const { caption, rows } = partsOf([-0.02, -0.01, 0, 0.01, 0.02]);
    expect(caption).toBe("Returns.");
    expect(rows.slice(1).map(([from]) => from)).toEqual(rows.slice(0, -1).map(([, to]) => to));
  });

  it("has a bar for each of a few returns where it is, however far it lies from the others", () => {
    const { caption, rows } = partsOf([-0.0217, -0.009, -0.007]);
    expect(caption).toBe("Returns.");
    expect(rows[0]).toEqual(["−2.20%", "−2.10%", "1"]);
  });

  it("is nothing where there are no returns", () => {
    expect(returnsHistogram([], new ChartBook(), shown)).toBeNull();
  });
});
