import { constants, copyFileSync, existsSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { digestOf } from "../../core/digest.js";
import { HOUR } from "../../core/time/duration.js";
import type { Clock } from "../../core/time/clock.js";
import type { Log } from "../../core/log.js";
import { errorCode, messageOf } from "../../core/errors.js";
import { makeFolder } from "../../core/file/make-folder.js";
import { OWN_FOLDER } from "../../core/file/modes.js";
import { between } from "../../model/points.js";
import { freshSeed } from "../../core/random.js";
import type { RateScope } from "../../model/rules.js";
import { MAKE_ROOM, SpentFileError } from "../errors.js";
import { Lease, LEASE_MS } from "./lease.js";
import { isOfLater, linesOfEarlierBoot } from "./earlier-boot.js";
import { parseSpentLine, spentLine } from "./request-log-line.js";
import { parseSpentName, spentName, type SpentName } from "./request-log-name.js";
import type { SpentRecord, SpentStore, Ticket } from "./request-log-store.js";
import { Tail } from "./tail.js";

/** This near to the hour the neighbouring file is looked at too: clocks of two processes differ a little. */
const EDGE = 60_000;
/** A file is kept this long at least: another process on the folder may have longer windows. */
const KEPT_HOURS = 25;
/** No process's requests end this much later than another one expects (`execution.deadline` is ten minutes at most). */
const AHEAD = 15 * 60_000;
/** The machine's start where the system has no name for it (macOS, Windows): each start after another has this one. */
const UNNAMED = "0";

interface SpentFileOptions {
  /** The folder of the journal. It is made where it does not exist. */
  readonly dir: string;
  /** Whose limits they are: `spentIdentity(baseUrl, key)`. */
  readonly identity: string;
  /** Of the same team's earlier keys: what they spent counts too. */
  readonly former?: readonly string[];
  readonly clock: Clock;
  /** Of the machine's start since which the clock runs: what was written before another one is told by its name. Default "0": it has none. */
  readonly boot?: string;
  /** After how long, in milliseconds of `clock`, a request of an operation that was not answered can no longer arrive. Default 0. */
  readonly longestOf?: (operation: string) => number;
  readonly log: Log;
  /** How far back what was spent matters now, milliseconds: the longest window of a limit; default an hour. */
  readonly retainMs?: () => number;
  /** Who writes, eight characters, unique: its own records are not read back. Default a fresh one. */
  readonly writer?: string;
}

/** Names the files of a team's spent requests without telling the key. */
export function spentIdentity(baseUrl: string, key: string): string {
  return digestOf(`${baseUrl}\n${key}`);
}

export function freshWriter(): string {
  return freshSeed().slice(0, 8);
}

/** Of this process: a writer that goes on in another file repeats no id. */
let sequence = 0;

/**
 * RequestLog requests in files beside the journal, shared by every process of the machine. Each file holds an hour of the clock;
 * so nothing is ever compacted under those who write, old files are removed. Not synced: a crash of the machine may lose
 * the last ones.
 */
export class RequestLogFile implements SpentStore {
  readonly #writer: string;
  readonly #tails = new Map<number, Tail>();
  /** Read, and not yet handed out. */
  #lines: string[] = [];
  /** The last record of each operation. */
  readonly #leases = new Map<string, Lease>();
  #unwritten = "";
  /** The hour of the last reading; the first one reads all that may still count. */
  #hourRead = 0;
  #failed = false;
  #closed = false;

  /** Throws SpentFileError where the folder or a file in it cannot be used. */
  constructor(private readonly options: SpentFileOptions) {
    this.#writer = options.writer ?? freshWriter();
    try {
      makeFolder(options.dir, OWN_FOLDER);
      this.#openPast();
    } catch (cause) {
      throw new SpentFileError(options.dir, cause);
    }
  }

  sent(operation: string, latestEnd: number, most: () => number): Ticket {
    const now = this.options.clock.now();
    const lease = this.#leases.get(operation);
    const covered = lease?.take(now) ?? null;
    if (covered !== null) return covered;
    const size = lease?.nextSize(now, most) ?? 1;
    lease?.retire();
    return this.#begin(operation, now, latestEnd, size);
  }

  retire(): void {
    for (const lease of this.#leases.values()) lease.retire();
  }

  paused(scope: RateScope, end: number): void {
    this.#append(spentLine({ kind: "paused", id: this.#freshId(), end, scope }));
  }

  read(before?: string): SpentRecord[] {
    try {
      this.#readFiles();
    } catch (error) {
      this.#warn(error);
    }
    const stop = before === undefined ? null : `+ ${before} `;
    const records: SpentRecord[] = [];
    let i = 0;
    for (; i < this.#lines.length; i++) {
      const line = this.#lines[i] as string;
      if (stop !== null && line.startsWith(stop)) break;
      // Of one's own records nothing is new; they are told by the writer's name.
      if (line.startsWith(this.#writer, 2)) continue;
      const record = parseSpentLine(line);
      if (record !== null) records.push(record);
    }
    this.#lines = this.#lines.slice(i + 1);
    return records;
  }

  close(): void {
    if (this.#closed) return;
    this.retire();
    if (this.#unwritten !== "") this.#append("");
    this.#closed = true;
    for (const tail of this.#tails.values()) tail.close();
    this.#tails.clear();
  }

  /** Writes a record, and takes the first request of it. */
  #begin(operation: string, now: number, latestEnd: number, size: number): Ticket {
    const id = this.#freshId();
    const until = now + LEASE_MS;
    const end = size === 1 ? latestEnd : latestEnd + LEASE_MS;
    this.#append(spentLine({ kind: "sent", id, end, operation, count: size }));
    const lease = new Lease(id, size, until, (used, lastEnd) => this.#over(id, used, lastEnd));
    this.#leases.set(operation, lease);
    return lease.take(now) as Ticket;
  }

  #freshId(): string {
    return `${this.#writer}-${(sequence++).toString(36)}`;
  }

  /** Is written with the next record: until then others count the whole of it to its latest end. */
  #over(id: string, used: number, lastEnd: number): void {
    if (this.#closed) return;
    if (used === 0) this.#append(spentLine({ kind: "cancelled", id }));
    else this.#unwritten += spentLine({ kind: "ended", id, end: lastEnd, count: used });
  }

  #append(line: string): void {
    const text = this.#unwritten + line;
    this.#unwritten = "";
    try {
      if (between("spent", "append", () => this.#tail(this.#hour()).append(text))) return;
      this.#warn("the disk is full");
    } catch (error) {
      this.#warn(error);
    }
  }

  /** Limits still hold within this process, so the bot goes on. */
  #warn(error: unknown): void {
    const { dir, log } = this.options;
    if (!this.#failed)
      log.warn(
        `RequestLog requests cannot be written down in ${dir}, so limits do not count what other processes send: ${messageOf(error)}`,
        { remedy: MAKE_ROOM },
      );
    this.#failed = true;
  }

  #hour(): number {
    return Math.floor(this.options.clock.now() / HOUR);
  }

  /** Reads on in every file to which somebody may have written since the last time, this hour's last. */
  #readFiles(): void {
    const now = this.options.clock.now();
    const hour = Math.floor(now / HOUR);
    const early = now - hour * HOUR < EDGE;
    const late = now - hour * HOUR >= HOUR - EDGE;
    const from = Math.max(hour - this.#depth(), Math.min(this.#hourRead, early ? hour - 1 : hour));
    for (let past = from; past < hour; past++) this.#readOn(past);
    if (late) this.#readOn(hour + 1);
    this.#readOn(hour);
    if (hour > this.#hourRead) this.#closeBefore(hour - 1);
    this.#hourRead = hour;
  }

  #readOn(hour: number): void {
    if (!this.#tails.has(hour) && !existsSync(this.#path(hour))) return;
    for (const line of this.#tail(hour).read()) this.#lines.push(line);
  }

  #tail(hour: number): Tail {
    let tail = this.#tails.get(hour);
    if (tail === undefined) {
      tail = new Tail(this.#path(hour));
      this.#tails.set(hour, tail);
    }
    return tail;
  }

  #closeBefore(oldest: number): void {
    for (const [hour, tail] of this.#tails)
      if (hour < oldest) {
        tail.close();
        this.#tails.delete(hour);
      }
    this.#removeOld();
  }

  #path(hour: number): string {
    const { dir, identity } = this.options;
    return join(dir, spentName({ identity, boot: this.#boot, hour }));
  }

  /** Sets out to read whatever may still count; a request's end may stand a file after its sending, so one more is read. */
  #openPast(): void {
    this.#takeOver();
    if (this.#boot === UNNAMED) this.#nameEarlierBoot();
    this.#removeOld();
    this.#readEarlierBoots();
    // Made at once, so that a folder that cannot be written to is noticed now.
    this.#tail(this.#hour());
    this.#readFiles();
  }

  /** A team's first files under a new key begin as copies of what stands under the old one. */
  #takeOver(): void {
    const { dir, identity, former = [] } = this.options;
    for (const { name, of } of this.#files()) {
      const own = join(dir, spentName({ ...of, identity }));
      if (former.includes(of.identity) && !existsSync(own))
        between("spent", "takeOver", () =>
          // Another process may have taken it over just now, and written on.
          unless(["ENOENT", "EEXIST"], () => copyFileSync(join(dir, name), own, constants.COPYFILE_EXCL)),
        );
    }
  }

  /** Nobody has written since the machine booted if something is there of later: then all of it gets a name of its own. */
  #nameEarlierBoot(): void {
    const { dir, identity, clock, longestOf = () => 0 } = this.options;
    const files = this.#files().filter(({ of }) => of.identity === identity && of.boot === UNNAMED);
    const options = { longestOf, slack: AHEAD };
    const isLater = (name: string): boolean => isOfLater(this.#textOf(name), clock.now(), options);
    if (!files.some(({ name, of }) => of.hour > this.#hour() + 1 || isLater(name))) return;
    const boot = freshWriter();
    for (const { name, of } of files)
      unless(["ENOENT"], () => renameSync(join(dir, name), join(dir, spentName({ ...of, boot }))));
  }

  #readEarlierBoots(): void {
    const { identity, longestOf = () => 0 } = this.options;
    const depth = this.#depth();
    if (this.#hour() > depth) return;
    const earlier = this.#files().filter(({ of }) => of.identity === identity && of.boot !== this.#boot);
    for (const boot of new Set(earlier.map(({ of }) => of.boot))) {
      const files = earlier.filter(({ of }) => of.boot === boot);
      const last = Math.max(...files.map(({ of }) => of.hour));
      const read = files.filter(({ of }) => of.hour >= last - depth).sort((a, b) => a.of.hour - b.of.hour);
      const texts = read.map(({ name }) => this.#textOf(name));
      for (const line of linesOfEarlierBoot(texts.join(""), longestOf, depth * HOUR)) this.#lines.push(line);
    }
  }

  #removeOld(): void {
    const oldest = this.#hour() - Math.max(KEPT_HOURS, this.#depth());
    for (const { name, of } of this.#files()) {
      // What was spent before the machine booted counts as long as if it had been spent then.
      const hour = of.boot === this.#boot ? of.hour : 0;
      if (hour < oldest) rmSync(join(this.options.dir, name), { force: true });
    }
  }

  /** Another process may have removed it just now: then it matters no more. */
  #textOf(name: string): string {
    return unless(["ENOENT"], () => readFileSync(join(this.options.dir, name), "latin1")) ?? "";
  }

  #files(): { readonly name: string; readonly of: SpentName }[] {
    return readdirSync(this.options.dir).flatMap((name) => {
      const of = parseSpentName(name);
      return of === null ? [] : [{ name, of }];
    });
  }

  get #boot(): string {
    return this.options.boot ?? UNNAMED;
  }

  #depth(): number {
    return Math.ceil((this.options.retainMs?.() ?? HOUR) / HOUR) + 1;
  }
}

/** What `act` gives; undefined where it fails with one of these codes. */
function unless<T>(codes: readonly string[], act: () => T): T | undefined {
  try {
    return act();
  } catch (error) {
    if (codes.includes(errorCode(error))) return undefined;
    throw error;
  }
}
