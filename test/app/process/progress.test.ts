import { Writable } from "node:stream";
import { describe, expect, test } from "vitest";
import { openProgress, type Progress } from "../../../src/app/process/progress.js";

interface Shown {
  readonly progress: Progress;
  /** Lets time pass. */
  pass(ms: number): void;
  text(): string;
}

async function shown(options: { tty: boolean; json?: boolean }): Promise<Shown> {
  let written = "";
  const write = (chunk: Buffer, _: unknown, done: () => void): void => {
    written += chunk.toString();
    done();
  };
  const stream = Object.assign(new Writable({ write }), { isTTY: options.tty });
  let now = 0;
  const progress = await openProgress({ json: options.json ?? false, stream, time: () => now });
  return {
    progress,
    pass: (ms) => (now += ms),
    text: () => written,
  };
}

describe("progress", () => {
  test("of work that is done within a second is not shown", async () => {
    for (const tty of [true, false]) {
      const { progress, pass, text } = await shown({ tty });
      progress.start(10, "reading");
      for (let done = 0; done <= 10; done++) {
        progress.to(done);
        pass(99);
      }
      progress.end();
      expect(text()).toBe("");
    }
  });

  test("is a line every five seconds without a terminal", async () => {
    const { progress, pass, text } = await shown({ tty: false });
    progress.start(10, "reading bars");
    for (let done = 0; done <= 10; done++) {
      progress.to(done);
      pass(1_000);
    }
    progress.end();
    expect(text()).toBe("reading bars: 10%\nreading bars: 60%\n");
  });

  test("is a bar on a terminal, with the current step and its share", async () => {
    const { progress, pass, text } = await shown({ tty: true });
    progress.start(10, "reading bars");
    pass(1_001);
    progress.to(4);
    progress.end();
    expect(text()).toMatch(/reading bars \[.*\] \d+%/);
  });

  test("says nothing with --json", async () => {
    const { progress, pass, text } = await shown({ tty: true, json: true });
    progress.start(10, "reading");
    pass(60_000);
    progress.to(5);
    progress.end();
    expect(text()).toBe("");
  });
});
