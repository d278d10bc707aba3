/** A process of its own that writes to the journal of the folder it is given until it is killed, and says what was taken. */
import { writeSync } from "node:fs";
import { Decimal } from "../../src/core/decimal.js";
import { messageOf, type ContenderError } from "../../src/core/errors.js";
import { silentLog } from "../../src/core/log.js";
import { systemClock } from "../../src/core/system-clock.js";
import { openJournal } from "../../src/journal/index.js";
import type { BookEntry } from "../../src/model/journal.js";

const [dir = "", run = "run"] = process.argv.slice(2);
const entry = (book: string, change: number): BookEntry => ({
  ...{ competitionId: "c", book, token: "USDC.eth", change: new Decimal(change), costUsd: null },
  ...{ cause: "transfer", reason: "there and back" },
});

try {
  const journal = openJournal({ dir, clock: systemClock, log: silentLog });
  journal.begin({ id: run, startedAt: 0, version: "0", seed: "", config: {}, strategies: [] });
  for (let n = 1; ; n++) {
    journal.adjust(n, [entry("one", 1), entry("other", -1)]);
    writeSync(1, `${n}\n`);
  }
} catch (error) {
  writeSync(1, `${(error as ContenderError).code} ${messageOf(error)}\n`);
}
