import { describe, expect, it } from "vitest";
import { PAGES, proseOf, textOf } from "./pages.js";

/** About six lines of a page. */
const LONGEST = 600;

/** Pages that `npm run docs` writes, and the list of changes, are not written as paragraphs. */
const isGenerated = (page: string): boolean => /^docs.reference./.test(page) && !page.endsWith("tape.md");
const WRITTEN_BY_HAND = PAGES.filter((page) => page !== "CHANGELOG.md" && !isGenerated(page));

/** The paragraphs and list items of a page's prose that are too long: their beginning, and their length as it is read. */
function longParagraphs(text: string): string[] {
  return proseOf(text)
    .split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )/)
    .map((block) => block.trim())
    .filter((block) => !block.startsWith("|"))
    .map((block) => block.replace(/\]\([^)]*\)/g, "]"))
    .filter((block) => block.length > LONGEST)
    .map((block) => `${block.slice(0, 60)}… (${block.length} characters)`);
}

describe("paragraphs and list items of pages written by hand", () => {
  it.each(WRITTEN_BY_HAND)("of %s have at most 600 characters", (page) => {
    expect(longParagraphs(textOf(page))).toEqual([]);
  });

  it("are found if one is longer, after a heading or in a list", () => {
    const long = "x".repeat(LONGEST + 1);
    const found = longParagraphs(`# Title\n\n${long}\n\n- short\n- ${long}\n1. short\n   ${long}\n`);
    expect(found.map((one) => one.slice(0, 2))).toEqual(["xx", "- ", "1."]);
  });

  it("leave out code, tables, generated parts, and the addresses of links", () => {
    const long = "x".repeat(LONGEST);
    const page = `\`\`\`\n${long} y\n\`\`\`\n\n| ${long} |\n\n<!-- made by -->\n\n${long} y\n\n<!-- end -->\n\n[a](${long})\n`;
    expect(longParagraphs(page)).toEqual([]);
  });

  it("include those of the README, the tutorial and the page on tapes", () => {
    expect(WRITTEN_BY_HAND).toEqual(
      expect.arrayContaining(["README.md", "docs/tutorial.md", "docs/reference/tape.md"]),
    );
  });
});
