import type { JournalReader } from "../../../src/journal/index.js";
import type { IntentState } from "../../../src/model/intent.js";
import type { BookEntry } from "../../../src/model/journal.js";
import type { World } from "../protocol/world.js";

/** What was reported as written, or has left, and is not in the journal; and what is there that nobody wrote. */
export function* missing(reader: JournalReader, { witness, service }: World): Generator<string> {
  const rows = reader.intents();
  const states = new Map(rows.map(({ intent, state }) => [intent.id, state]));
  const held = new Map(rows.map(({ intent, transitions }) => [intent.id, transitions.map(({ to }) => to).join(" → ")]));
  for (const [id, { steps }] of witness.intents) {
    const [told, found] = [steps.map(({ to }) => to).join(" → "), held.get(id)];
    if (found === undefined) yield `intent ${id} is not in the journal`;
    else if (told !== found)
      yield `of intent ${id} what is in the journal is "${found}", reported as written was "${told}"`;
  }
  yield* strangers(states, witness);
  for (const { intent } of service.sent)
    if (UNSENT.has(states.get(intent)))
      yield `the request of intent ${intent} has left, and that it was SENT is not in the journal`;
  const entries = reader.bookEntries();
  if (entries.length !== witness.entries.length)
    yield `the books have ${entries.length} entries, reported as written were ${witness.entries.length}`;
  yield* otherEntries(entries, witness.entries);
  const notes = reader.notes().length;
  if (notes !== witness.notes.length)
    yield `there are ${notes} notes, reported as written were ${witness.notes.length}`;
}

const UNSENT: ReadonlySet<IntentState | undefined> = new Set([undefined, "PREPARED", "DROPPED"]);

/** What of a journal that lost its end is not what it once was. */
export function* beginningOnly(reader: JournalReader, { witness }: World): Generator<string> {
  const states = new Map(reader.intents().map(({ intent, state }) => [intent.id, state]));
  yield* strangers(states, witness);
  for (const [id, state] of states) {
    const steps = witness.intents.get(id)?.steps ?? [];
    if (state !== "PREPARED" && !steps.some(({ to }) => to === state))
      yield `intent ${id} is ${state}, which it never was`;
  }
  yield* otherEntries(reader.bookEntries(), witness.entries);
}

function* strangers(states: ReadonlyMap<string, unknown>, witness: World["witness"]): Generator<string> {
  for (const id of states.keys())
    if (!witness.intents.has(id)) yield `intent ${id} is in the journal, which nobody wrote`;
}

function* otherEntries(held: readonly BookEntry[], told: readonly BookEntry[]): Generator<string> {
  const nth = held.findIndex(({ token, change, book }, i) => {
    const entry = told[i];
    return entry !== undefined && !(entry.token === token && entry.book === book && entry.change.equals(change));
  });
  if (nth >= 0) yield `entry ${nth + 1} of the books is another one than was written`;
}
