/** A process of its own that writes to the journal of the folder it is given until it is killed, and says what was taken. */
import { Decimal } from "../../src/core/number/decimal.js";
import { messageOf, type ContenderError } from "../../src/core/errors.js";
import { silentLog } from "../../src/core/log.js";
import { systemClock } from "../../src/core/time/system-clock.js";
import { openJournal } from "../../src/journal/index.js";
import type { BookEntry } from "../../src/model/journal.js";

const [dir = "", run = "run"] = process.argv.slice(2);
const entry = (book: string, change: number): BookEntry => ({
  ...{ competitionId: "c", book, token: "USDC.eth", change: new Decimal(change), costUsd: null },
  ...{ cause: "transfer", reason: "there and back" },
});

/** Resolves when it is in the pipe: a test that is busy may not read for a while. */
const say = (line: string): Promise<void> =>
  new Promise((resolve) => process.stdout.write(`${line}\n`, () => resolve()));

async function write(): Promise<never> {
  const journal = openJournal({ dir, clock: systemClock, log: silentLog });
  journal.begin({ id: run, startedAt: 0, version: "0", seed: "", config: {}, strategies: [] });
  for (let n = 1; ; n++) {
    journal.adjust(n, [entry("one", 1), entry("other", -1)]);
    await say(String(n));
  }
}

write().catch((error: unknown) => say(`${(error as ContenderError).code} ${messageOf(error)}`));
