import type { Clock } from "../core/time/clock.js";
import type { Log } from "../core/log.js";
import { between, point, type PointOf } from "../model/points.js";
import { JournalError } from "../model/journal-error.js";
import type {
  Adjusted,
  BookEntry,
  EquityPoint,
  EventTap,
  IntentStep,
  Note,
  Preparation,
  RunEnding,
  RunRecord,
  TickRecord,
} from "../model/journal.js";
import type { Recovered } from "../model/recovered.js";
import type { ManualSwaps } from "../model/manual-swap.js";
import type { ModeChange } from "../model/mode.js";
import type { Trade } from "../model/trade.js";
import { Json, jsonOrNull } from "./bind.js";
import { refuse } from "./checks.js";
import type { Database, Statement } from "./database.js";
import type { Journal } from "./journal.js";
import { KeptManualSwaps } from "./manual-swaps.js";
import { noteType } from "./make-event.js";
import { EventFeed } from "./event-feed.js";
import { mayUse, ownersIn, type JournalOwner, type TeamId } from "./owners.js";
import { recoverFrom } from "./recover.js";
import { BookWriter } from "./write/books.js";
import { DecisionWriter } from "./write/decisions.js";
import { EventWriter } from "./write/events.js";
import { IntentWriter } from "./write/intents.js";
import { ModeWriter } from "./write/modes.js";
import { OutcomeWriter } from "./write/outcomes.js";
import { RunWriter } from "./write/runs.js";
import { TickWriter } from "./write/ticks.js";
import { TradeWriter } from "./write/trades.js";

/** The journal in an open database that is up to date: each method one transaction, on disk when it returns. */
export class SqliteJournal implements Journal {
  readonly journalId: string;
  readonly manualSwaps: ManualSwaps;
  readonly #db: Database;
  readonly #release: () => void;
  readonly #inPlace: () => void;
  readonly #ticks: TickWriter;
  readonly #runs: RunWriter;
  readonly #decisions: DecisionWriter;
  readonly #intents: IntentWriter;
  readonly #trades: TradeWriter;
  readonly #books: BookWriter;
  readonly #outcomes: OutcomeWriter;
  readonly #manualSwaps: KeptManualSwaps;
  readonly #modes: ModeWriter;
  readonly #events: EventWriter;
  readonly #feed: EventFeed;
  readonly #equity: Statement;
  readonly #note: Statement;
  readonly #team: Statement;
  #run: number | null = null;
  #nextDecision: number;
  #together = false;

  /**
   * @param ports.clock the machine's
   * @param release called when it is closed
   * @param inPlace called before each write; what it throws keeps it from being written
   */
  constructor(
    db: Database,
    { clock, log }: { readonly clock: Clock; readonly log: Log },
    journalId: string,
    release: () => void,
    inPlace: () => void,
  ) {
    this.journalId = journalId;
    this.#db = db;
    this.#release = release;
    this.#inPlace = inPlace;
    const events = (this.#events = new EventWriter(db));
    this.#feed = new EventFeed(db, log);
    this.#ticks = new TickWriter(db, events);
    this.#runs = new RunWriter(db, events);
    this.#decisions = new DecisionWriter(db, events);
    this.#intents = new IntentWriter(db, events);
    this.#trades = new TradeWriter(db, events);
    this.#books = new BookWriter(db, events);
    this.#outcomes = new OutcomeWriter(db, events);
    this.#modes = new ModeWriter(db, events);
    this.#manualSwaps = new KeptManualSwaps(db, clock);
    this.manualSwaps = this.#manualSwaps.knownTo(() => this.#run);
    this.#equity = db.insert("equity", ["run", "at", "competition", "total", "books", "peak"]);
    this.#note = db.insert("notes", ["run", "at", "level", "kind", "text", "data"]);
    this.#team = db.statement("UPDATE journal SET team = :id, team_name = :name");
    this.#nextDecision = 1 + lastDecision(db);
  }

  /** Whether a run ever began in it. */
  get hasRun(): boolean {
    return this.#db.number("SELECT EXISTS (SELECT 1 FROM runs) AS value") === 1;
  }

  /**
   * Takes the journal for a team, for good; called before anything is traded for it.
   *
   * @returns the teams that it belongs to, where this is none of them: then nothing was changed; empty: it is the team's
   */
  takeFor({ id, name }: TeamId): readonly JournalOwner[] {
    const owners = ownersIn(this.#db);
    if (!mayUse(owners, id)) return owners;
    const [known] = owners;
    if (known?.name !== name) this.#committed(() => this.#team.run({ id, name }));
    return [];
  }

  nextDecision(): number {
    return this.#nextDecision++;
  }

  begin(run: RunRecord): void {
    this.#run = this.#write("begin", () => this.#runs.begin(run));
    this.#ticks.begin(run.rehearsal === true);
  }

  /** @param seqs numbers of the strategies' first events; absent: the next ones */
  tick(tick: TickRecord, seqs?: readonly number[]): void {
    this.#write("tick", () => this.#ticks.write(this.#running(), tick, seqs));
  }

  /** Events are numbered from here on: in a copy they keep the numbers that they had. */
  numberFrom(seq: number): void {
    this.#events.numberFrom(seq);
  }

  /** Always. */
  keepsView(): boolean {
    return true;
  }

  /** Never: every tick is written. */
  countHold(): boolean {
    return false;
  }

  prepare({ at, decisions, verdicts, intents, outcomes, asked }: Preparation): void {
    const occasion = { run: this.#run, at };
    this.#write("prepare", () => {
      for (const { strategy, ...decision } of decisions) {
        this.#decisions.write(occasion, strategy, null, decision);
        this.#ticks.interrupt(strategy);
        if (asked !== undefined) this.#manualSwaps.add(decision.seq, asked.id);
      }
      for (const verdict of verdicts) this.#decisions.verdict(occasion, null, verdict);
      for (const intent of intents) this.#intents.prepared(occasion, intent);
      for (const { strategy, ...outcome } of outcomes) this.#outcomes.add(occasion, strategy, outcome);
    });
  }

  step(step: IntentStep): void {
    this.#write(step.to === "PREPARED" ? "prepare" : step.to, () => {
      this.#intents.step(this.#run, step);
      this.#manualSwaps.changed(step.intent);
    });
  }

  adjust(at: number, entries: readonly BookEntry[]): void {
    const occasion = { run: this.#run, at };
    this.#write("adjust", () => entries.forEach((entry) => this.#books.write(occasion, null, entry)));
  }

  foreignTrades(at: number, trades: readonly Trade[]): void {
    const occasion = { run: this.#run, at };
    this.#write("foreignTrades", () => trades.forEach((trade) => this.#trades.foreign(occasion, trade)));
  }

  equity({ at, competitionId: competition, total, books, peak = null }: EquityPoint): void {
    const row = { run: this.#run, at, competition, total, books: new Json(books), peak };
    this.#write("equity", () => this.#events.add(row, "equity", this.#equity.run(row)));
  }

  note({ at, level, kind, text, data }: Note): void {
    const row = { run: this.#run, at, level, kind, text, data: jsonOrNull(data) };
    this.#write("note", () => this.#events.add(row, noteType({ kind, level }), this.#note.run(row)));
  }

  mode(change: ModeChange): void {
    this.#write("mode", () => this.#modes.write(this.#run, change));
  }

  end(at: number, ending: RunEnding): void {
    this.#write("end", () => this.#runs.end(this.#running(), at, ending));
    this.#run = null;
  }

  listen(tap: EventTap | null): void {
    this.#feed.listen(tap);
  }

  /** All that `work` writes is one transaction: for who writes a whole run at once. Rejects with what it rejects with, and then nothing is written. */
  async together(work: () => Promise<void>): Promise<void> {
    this.#together = true;
    try {
      await this.#db.longTransaction(work);
    } finally {
      this.#together = false;
      this.#ticks.forget();
    }
  }

  /** A hold that was written once was decided `count` times in a row, last as `seq` at `at`. */
  counted(hold: number, count: number, seq: number, at: number): void {
    this.#write("tick", () => this.#decisions.counted(hold, count, seq, at));
  }

  recover(competitionId: string): Recovered {
    return this.#db.snapshot(() => recoverFrom(this.#db, competitionId));
  }

  knowsIntent(id: string): boolean {
    return this.#intents.knows(id);
  }

  ownerOfTrade(trade: string): string | null | undefined {
    return this.#trades.ownerOf(trade);
  }

  adjustedSince(competitionId: string, since: number): readonly Adjusted[] {
    return this.#books.adjustedSince(competitionId, since);
  }

  close(): void {
    if (!this.#db.isOpen) return;
    between("journal", "close", () => {
      try {
        this.#checkpoint();
        this.#db.close();
      } finally {
        this.#release();
      }
    });
  }

  /**
   * The driver leaves a closed connection's files open until its statements are collected, so the last
   * connection never folds the log into the database by itself. Where that is not possible now (a
   * reader, a full disk) the log stays, as durable as the database, until the next start.
   */
  #checkpoint(): void {
    try {
      this.#db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    } catch (error) {
      if (!(error instanceof JournalError)) throw error;
    }
  }

  #running(): number {
    return this.#run ?? refuse("No run has begun");
  }

  #write<T>(kind: WriteKind, work: () => T): T {
    if (this.#together) return work();
    try {
      return between("journal", kind, () => this.#committed(work));
    } catch (error) {
      this.#ticks.forget();
      throw error;
    }
  }

  #committed<T>(work: () => T): T {
    this.#inPlace();
    const result = this.#db.transaction(() => {
      const done = work();
      point("journal", "commit", "before");
      return done;
    });
    point("journal", "commit", "after");
    this.#feed.committed();
    return result;
  }
}

type WriteKind = Exclude<PointOf<"journal">, "open" | "commit" | "close">;

/** The highest number ever given to a decision. Holds that were only counted belong to the last run that decided anything. */
function lastDecision(db: Database): number {
  const written = db.number("SELECT coalesce(max(seq), 0) AS value FROM decisions");
  const counted = db.number(
    "SELECT coalesce(max(last_seq), 0) AS value FROM decisions WHERE run = (SELECT max(run) FROM decisions)",
  );
  return Math.max(written, counted);
}
