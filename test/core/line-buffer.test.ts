import { describe, expect, it } from "vitest";
import { LineBuffer } from "../../src/core/line-buffer.js";

/** A sink that takes what it is given, and says whether it has room. */
function makeSink() {
  const written: string[] = [];
  const waiting: (() => void)[] = [];
  const sink = { room: true };
  return {
    written,
    sink: {
      write(text: string) {
        written.push(text);
        return sink.room;
      },
      once: (_event: "drain", run: () => void) => void waiting.push(run),
    },
    close: () => void (sink.room = false),
    /** Has room again; for one text only, where it is said. */
    drain(only = false) {
      sink.room = !only;
      for (const run of waiting.splice(0)) run();
    },
  };
}

const lines = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, i) => `line ${from + i}\n`);

describe("a line buffer", () => {
  it("hands lines on at once while there is room", () => {
    const { sink, written } = makeSink();
    const buffer = new LineBuffer(sink);
    for (const line of lines(1, 3)) buffer.write(line);
    expect(written).toEqual(lines(1, 3));
  });

  it("keeps lines for a slow reader, in their order, and passes one on whenever there is room", () => {
    const { sink, written, close, drain } = makeSink();
    const buffer = new LineBuffer(sink);
    close();
    for (const line of lines(1, 4)) buffer.write(line);
    expect(written).toEqual(lines(1, 1));
    drain(true);
    expect(written).toEqual(lines(1, 2));
    drain();
    expect(written).toEqual(lines(1, 4));
  });

  it("drops the oldest lines beyond its limit, and says in their place how many", () => {
    const { sink, written, close, drain } = makeSink();
    const buffer = new LineBuffer(sink, 3 * "line 1\n".length);
    close();
    for (const line of lines(1, 9)) buffer.write(line);
    drain();
    expect(written).toEqual([
      "line 1\n",
      "5 lines were dropped: they were not read in time.\n",
      "line 7\n",
      "line 8\n",
      "line 9\n",
    ]);
    buffer.write("line 10\n");
    expect(written.at(-1)).toBe("line 10\n");
  });

  it("keeps the newest line even if it alone is longer than the limit", () => {
    const { sink, written, close, drain } = makeSink();
    const buffer = new LineBuffer(sink, 10);
    buffer.onDropped((count) => `lost ${count}\n`);
    close();
    buffer.write("first\n");
    buffer.write("second\n");
    buffer.write(`${"x".repeat(100)}\n`);
    drain();
    expect(written).toEqual(["first\n", "lost 1\n", `${"x".repeat(100)}\n`]);
  });

  it("gives the waiting lines, with the count of dropped ones, to a caller that writes them itself", () => {
    const { sink, written, close, drain } = makeSink();
    const buffer = new LineBuffer(sink, 14);
    buffer.onDropped((count) => `lost ${count}\n`);
    close();
    for (const line of lines(1, 5)) buffer.write(line);
    expect(buffer.rest()).toBe("lost 2\nline 4\nline 5\n");
    expect(buffer.rest()).toBe("");
    drain();
    expect(written).toEqual(["line 1\n"]);
  });
});
