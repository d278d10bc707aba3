import { expect, test } from "vitest";
import { createNotes } from "../../src/engine/notes.js";
import { SimulatedClock } from "../../src/core/time/simulated-clock.js";
import type { Log } from "../../src/core/log.js";
import type { Note } from "../../src/model/journal.js";

test("the journal has the stack with the other facts, the log has it as a detail of its own", () => {
  const said: unknown[] = [];
  const written: Note[] = [];
  const log = Object.fromEntries(
    (["debug", "info", "warn", "error"] as const).map((level) => [
      level,
      (...line: unknown[]) => void said.push([level, ...line]),
    ]),
  ) as unknown as Log;
  const note = createNotes({ clock: new SimulatedClock(7), journal: { note: (one) => void written.push(one) }, log });
  note("warn", "disabled", "s is disabled", { strategy: "s", stack: "at decide" });
  note("info", "joined", "In Spring");
  expect(said).toEqual([
    ["warn", "s is disabled", { strategy: "s" }],
    ["debug", "Where that came from (disabled)", { stack: "at decide" }],
    ["info", "In Spring", {}],
  ]);
  expect(written).toEqual([
    { at: 7, level: "warn", kind: "disabled", text: "s is disabled", data: { strategy: "s", stack: "at decide" } },
    { at: 7, level: "info", kind: "joined", text: "In Spring", data: {} },
  ]);
});
