import { canonicalJson } from "../core/json.js";
import type { Clock } from "../core/time/clock.js";
import type { SwapDecision } from "../model/decision.js";
import { INTENT_STATES } from "../model/intent.js";
import type { KnownSwap, ManualSwaps } from "../model/manual-swap.js";
import type { Outcome } from "../model/outcome.js";
import { Json } from "./bind.js";
import type { Database, Statement } from "./database.js";
import type { Row } from "./row.js";

/** For so long after something was last heard of a swap an equal one is taken for the same, milliseconds of the machine. */
const SAME_WITHIN = 120_000;

/** Dry runs and runs in an embedded sandbox trade elsewhere: only the run itself knows what was asked for in it. */
const KNOWN = `
  SELECT m.decision AS seq, m.asked_at, m.changed_at, d.decision, d.strategy
  FROM manual_swaps m JOIN decisions d ON d.seq = m.decision LEFT JOIN runs r ON r.number = d.run
  WHERE (d.run = :run
    OR (coalesce(r.rehearsal, 0) = 0 AND NOT EXISTS (SELECT 1 FROM runs WHERE number = :run AND rehearsal = 1)))`;
const NAMED = `${KNOWN} AND m.name = :name ORDER BY m.decision DESC LIMIT 1`;
const RECENT = `${KNOWN}
    AND EXISTS (SELECT 1 FROM intents i WHERE i.decision = m.decision
      AND (i.state IN ('PREPARED', 'SENT', 'UNKNOWN', 'CONFLICT') OR (i.state = 'FILLED' AND m.changed_at > :since)))
  ORDER BY m.decision DESC`;

/** Writes and reads the swaps that a person asked for. */
export class KeptManualSwaps {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #add: Statement;
  readonly #changed: Statement;

  /** @param clock the machine's */
  constructor(db: Database, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
    this.#add = db.insert("manual_swaps", ["decision", "name", "asked_at", "changed_at"]);
    this.#changed = db.statement(
      "UPDATE manual_swaps SET changed_at = :at WHERE decision = (SELECT decision FROM intents WHERE id = :intent)",
    );
  }

  add(decision: number, name: string | null): void {
    const at = this.#clock.now();
    this.#add.run({ decision, name, asked_at: at, changed_at: at });
  }

  /** A trade took a step: if it is a person's, its swap is news again. */
  changed(intent: string): void {
    this.#changed.run({ intent, at: this.#clock.now() });
  }

  /** @param run number of the run that asks; null: none has begun */
  knownTo(run: () => number | null): ManualSwaps {
    return {
      named: (name) =>
        this.#db.snapshot(() => {
          const row = this.#db.statement(NAMED).get({ run: run(), name });
          return row === undefined ? null : knownSwap(this.#db, row);
        }),
      like: (swap) =>
        this.#db.snapshot(() => {
          const wanted = keyOf(this.#asStored(swap));
          const rows = this.#db.statement(RECENT).all({ run: run(), since: this.#clock.now() - SAME_WITHIN });
          const row = rows.find((one) => keyOf(one.json("decision") as SwapDecision) === wanted);
          return row === undefined ? null : knownSwap(this.#db, row);
        }),
    };
  }

  /** A decision as it stands in the journal: without secrets. */
  #asStored(swap: SwapDecision): SwapDecision {
    const row = this.#db.statement("SELECT :swap AS swap").get({ swap: new Json(swap) });
    return row?.json("swap") as SwapDecision;
  }
}

/** What is the same of equal swaps. */
function keyOf({ from, to, size, reason }: SwapDecision): string {
  return canonicalJson([from, to, size, reason]);
}

function knownSwap(db: Database, row: Row): KnownSwap {
  const decision = row.number("seq");
  const intents = db.statement("SELECT id, state FROM intents WHERE decision = :decision ORDER BY number");
  const outcomes = db.statement("SELECT outcome FROM outcomes WHERE decision = :decision ORDER BY id");
  const told = outcomes.all({ decision }).map((one) => one.json("outcome") as Outcome);
  return {
    decision,
    swap: row.json("decision") as SwapDecision,
    book: row.text("strategy"),
    askedAt: row.number("asked_at"),
    intents: intents.all({ decision }).map((one) => ({ id: one.text("id"), state: one.one("state", INTENT_STATES) })),
    outcomes: lastOfEach(told).filter(({ status }) => status !== "unknown"),
  };
}

/** Of each trade what was told last: a conflict may have been settled since. */
function lastOfEach(outcomes: readonly Outcome[]): Outcome[] {
  return outcomes.filter(
    ({ intent }, i) => intent === null || !outcomes.slice(i + 1).some((one) => one.intent === intent),
  );
}
