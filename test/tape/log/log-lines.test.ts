import { describe, expect, it } from "vitest";
import { forEachLine } from "../../../src/tape/log/log-lines.js";
import { emptyFolder } from "../../support/empty-folder.js";
import { temporaryFile } from "../temporary-file.js";

const LINES = 100_000;
/** Of many lengths, so that the ends of blocks fall anywhere in a line; two megabytes together. */
const line = (i: number): string => `${i},${"x".repeat(i % 31)}`;
const LOG = `a,b\n${Array.from({ length: LINES }, (_, i) => `${line(i)}\n`).join("")}`;

/** Numbers of the lines that are what was written. */
function read(file: string): number {
  let found = 0;
  forEachLine(file, ["a,b"], (log) => {
    if (log.cells !== 2 || `${log.number(0)},${log.text(1)}` !== line(found)) return false;
    found++;
    return true;
  });
  return found;
}

describe("a log larger than one read", () => {
  it("is read line by line, each whole", () => {
    expect(read(temporaryFile(LOG))).toBe(LINES);
  });

  it("names a broken line by its number, however far down it is", () => {
    const file = temporaryFile(`${LOG}broken\n`);
    expect(() => read(file)).toThrow(`${file}, line ${LINES + 2}: expected "a,b", found "broken"`);
  });

  it("may end in a line that a crash cut short, however long that is", () => {
    expect(read(temporaryFile(`${LOG}${"y".repeat(3_000_000)}`))).toBe(LINES);
  });

  it("may have a line longer than one read", () => {
    const texts: number[] = [];
    const take = (log: { text(cell: number): string }): boolean => texts.push(log.text(1).length) > 0;
    forEachLine(temporaryFile(`a,b\n1,${"y".repeat(3_000_000)}\n2,yy\n`), ["a,b"], take);
    expect(texts).toEqual([3_000_000, 2]);
  });
});

describe("a log", () => {
  it("that cannot be read is an error of the tape, and a missing one is none", () => {
    const folder = emptyFolder();
    const remedy = expect.stringContaining("permissions") as string;
    expect(() => read(folder)).toThrow(expect.objectContaining({ code: "TAPE_FILE", remedy }) as Error);
    expect(forEachLine(`${folder}/none.csv`, ["a,b"], () => true)).toBe(false);
  });
});
