import { expect, test } from "vitest";
import { BackoffNotes } from "../../src/engine/backoff-notes.js";

const MINUTE = 60_000;

test("an event each minute for ten days is reported at once, then after waits that double up to a day", () => {
  const rarer = new BackoffNotes();
  const heard: number[] = [];
  for (let minute = 0; minute < 14_400; minute++) if (rarer.due(minute * MINUTE)) heard.push(minute);
  const waits = heard.map((minute, i) => minute - (heard[i - 1] ?? minute));
  expect(waits).toEqual([0, 10, 20, 40, 80, 160, 320, 640, 1_280, ...Array<number>(8).fill(1_440)]);
});
