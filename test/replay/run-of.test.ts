import { expect, it } from "vitest";
import { runOf } from "../../src/replay/run-of.js";
import { folder, open, run } from "../journal/support.js";
import { openJournalReader } from "../../src/journal/index.js";

it("a missing run suggests another one only if the names are alike", () => {
  const dir = folder();
  const journal = open(dir);
  journal.begin(run({ id: "k7m2p9" }));
  journal.close();
  const reader = openJournalReader(dir);
  const refused = (remedy: string): unknown => expect.objectContaining({ code: "UNKNOWN_RUN", remedy });
  expect(runOf(reader, "k7m2p9").id).toBe("k7m2p9");
  expect(() => runOf(reader, "k7m2p8")).toThrow(refused("Did you mean k7m2p9? `contender journal runs` lists them."));
  expect(() => runOf(reader, "nosuch")).toThrow(refused("`contender journal runs` lists them."));
  expect(() => runOf({ runs: () => [] }, "nosuch")).toThrow(refused("It has none at all."));
  reader.close();
});
