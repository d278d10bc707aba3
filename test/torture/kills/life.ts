import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { JournalMissingError, JournalOlderError, type JournalReader } from "../../../src/journal/index.js";
import type { Random } from "../../../src/core/random.js";
import { contender, type Command, type Ended, type Strike } from "./process.js";
import type { Stage } from "./stage.js";
import { NEEDED, PASSED, strikeAt, strikeIn } from "./strikes.js";

/** Requests after which a bot that was not struck is killed from outside, wherever it stands. */
const REQUESTS_OF_A_RUN = 250;
/** After so many milliseconds it is killed from outside too: something keeps it from asking. */
const LONGEST_RUN_MS = 15_000;
/** Points that a start passes before it trades and while it does, and that a command passes, about. */
const POINTS_OF_A_RUN = 400;
const POINTS_OF_A_COMMAND = 60;
/** Within so long an orderly end is over, milliseconds: several settling times, and what machines take. */
const STOP_WITHIN_MS = 20_000;

const QUESTIONS: readonly (readonly string[])[] = [
  ["portfolio"],
  ["upcoming"],
  ["health"],
  ["token", "WETH.eth"],
  ["profile", "set", "--contact", "somebody"],
];

/** The life of a bot on one journal: starts and commands, nearly each of them killed. */
export class Life {
  kills = 0;
  starts = 0;
  /** Swaps that were asked for by hand. */
  swaps = 0;
  signals = 0;
  /** Starts that ended because nothing more could be written. */
  full = 0;
  /** Kills by the point at which they struck; `anywhere` where it was struck from outside. */
  readonly struck: Record<string, number> = {};
  readonly failures: string[] = [];

  constructor(
    readonly stage: Stage,
    readonly random: Random,
  ) {}

  /** One thing that happens to the bot. */
  async next(): Promise<void> {
    const drawn = this.random.next();
    const [conflict] = this.conflicts();
    if (conflict !== undefined && drawn < 0.6) await this.resolve(conflict, true);
    else if (drawn < 0.05) await this.rotate();
    else if (drawn < 0.09) await this.rotateThroughBot();
    else if (drawn < 0.13) await this.swap();
    else if (drawn < 0.23) await this.stop();
    else if (drawn < 0.27) await this.stage.service.otherHands();
    else if (drawn < 0.31) await this.ask();
    else if (drawn < 0.35) await this.fullDisk();
    else await this.run(strikeIn(this.random, PASSED.run, POINTS_OF_A_RUN));
  }

  /** A start that is killed at a point, or where it stands after so many requests (or too long); never where that is Infinity. */
  async run(strike: Strike, requests = REQUESTS_OF_A_RUN): Promise<Ended> {
    const point = strike.at?.split(":")[0] ?? "";
    this.stage.service.forced = NEEDED[point] ?? null;
    if (point === "journal.foreignTrades") await this.stage.service.otherHands();
    const bot = this.start(["start"], [strike]);
    this.#later(bot, requests, () => bot.child.kill("SIGKILL"));
    const ended = await this.#ended(bot);
    if (ended.signal !== "SIGKILL") this.#fail("a bot ended that nobody had stopped", ended);
    return ended;
  }

  /** SIGTERM or SIGINT at a point, sometimes once more, sometimes killed on the way: it begins no trade any more, and ends in order. */
  async stop(): Promise<void> {
    const { random } = this;
    const signal = random.next() < 0.5 ? "SIGTERM" : "SIGINT";
    const nth = 20 + random.int(POINTS_OF_A_RUN);
    const again: Strike[] = random.next() < 0.4 ? [{ nth: nth + 1 + random.int(25), signal }] : [];
    const kill = random.next() < 0.5 ? [strikeAt(random, PASSED.stop)] : [];
    const bot = this.start(["start"], [{ nth, signal }, ...again, ...kill]);
    this.signals += 1 + again.length;
    this.#later(bot, REQUESTS_OF_A_RUN, () => bot.child.kill(signal));
    bot.within(LONGEST_RUN_MS + STOP_WITHIN_MS);
    const ended = await this.#ended(bot);
    if (ended.afterStop.includes("journal.SENT:before")) this.#fail(`it began a trade after ${signal}`, ended);
    if (ended.signal === "SIGKILL" && !ended.hung) return;
    // Before it has begun there is nothing to end; after everything is closed there is nothing more to come.
    const passed = (name: string): boolean => ended.passed.has(name);
    if (ended.signal === signal && (!passed("journal.begin:before") || passed("stop.close:after"))) return;
    if (ended.code !== 0 && ended.code !== 4) this.#fail(`${signal} did not end it in order`, ended);
    const reader = this.#reader();
    if (reader?.runs().at(-1)?.ending === null) this.#fail(`after ${signal} the journal has no end of the run`, ended);
    reader?.close();
  }

  /** A start that finds no more room for its journal after a while: it says so and ends with 1, and sends nothing that is not on disk. */
  async fullDisk(): Promise<void> {
    const largest = ["journal.db", "journal.db-wal"].map(
      (name) => statSync(join(this.stage.folder, "data", name), { throwIfNoEntry: false })?.size ?? 0,
    );
    const blocks = Math.ceil(Math.max(65_536, ...largest) / 512) + this.random.int(400);
    this.starts += 1;
    const bot = contender(this.stage.folder, ["start"], [], blocks);
    this.#later(bot, REQUESTS_OF_A_RUN, () => bot.child.kill("SIGKILL"));
    const ended = await this.#ended(bot);
    if (ended.signal === "SIGKILL") return;
    this.full += 1;
    if (ended.code !== 1 || !/JOURNAL_|cannot be written|disk/.test(ended.said))
      this.#fail("it did not say that its journal cannot be written", ended);
  }

  /** A swap by hand that is killed, and often asked for again by its id, killed or not: it must be made once at most. */
  async swap(): Promise<void> {
    const id = `hand ${++this.swaps}`;
    const args = ["swap", "USDC.base", "WETH.base", "3", "--reason", `by ${id}`, "--id", id];
    await this.#command(args, strikeIn(this.random, PASSED.run, POINTS_OF_A_COMMAND));
    if (this.random.next() < 0.5) await this.#command(args, strikeIn(this.random, PASSED.run, POINTS_OF_A_COMMAND));
  }

  async ask(): Promise<void> {
    const question = QUESTIONS[this.random.int(QUESTIONS.length)] as readonly string[];
    await this.#command(question, strikeAt(this.random, PASSED.ask));
  }

  /** A change of the key by a command of its own, which is killed. */
  async rotate(): Promise<void> {
    const strike = strikeIn(this.random, PASSED.rotate, POINTS_OF_A_COMMAND);
    this.#keepAccess(await this.#command(["key", "rotate"], strike));
  }

  /** The same through a running bot, which is the one that is killed. */
  async rotateThroughBot(): Promise<void> {
    this.#keepAccess(await this.#throughBot(["key", "rotate"], strikeAt(this.random, PASSED.rotate)));
  }

  /** A person's verdict on a conflict: by a command of its own or through the bot, killed or not. */
  async resolve(intent: string, killing: boolean): Promise<void> {
    const marker = this.#markerOf(intent);
    const made = this.stage.service.trades().some(({ reason }) => reason?.startsWith(marker) === true);
    const verdict = made ? "filled" : "not-executed";
    const args = ["resolve", intent, "--as", verdict, "--reason", "the service's list says so"];
    const strike = strikeAt(this.random, PASSED.resolve);
    if (killing && this.random.next() < 0.5) await this.#throughBot(args, strike);
    else if (killing) await this.#command(args, strike);
    if (!this.conflicts().includes(intent)) return;
    const ended = await this.#ended(this.start(args, []));
    if (ended.code !== 0) this.#fail(`${intent} could not be resolved`, ended);
  }

  /** Nothing is killed any more: everything that is open is settled, and what is left is a person's. */
  async finish(): Promise<void> {
    const { service } = this.stage;
    service.calm = true;
    await service.settled();
    for (let i = 0; i < 3; i++) {
      const ended = await this.#ended(this.start(["start", "--once"], []));
      const conflicts = this.conflicts();
      if (ended.code !== (conflicts.length > 0 ? 4 : 0)) this.#fail("the last start did not end well", ended);
      if (conflicts.length === 0) return;
      for (const intent of conflicts) await this.resolve(intent, false);
    }
    this.failures.push("there is no end of conflicts");
  }

  conflicts(): string[] {
    const reader = this.#reader();
    const found = reader?.intents().flatMap(({ intent, state }) => (state === "CONFLICT" ? [intent.id] : []));
    reader?.close();
    return found ?? [];
  }

  start(args: readonly string[], strikes: readonly Strike[]): Command {
    this.starts += 1;
    return contender(this.stage.folder, args, strikes);
  }

  async #command(args: readonly string[], strike: Strike): Promise<Ended> {
    const ended = await this.#ended(this.start(args, [strike]));
    if (ended.signal !== "SIGKILL" && ended.code === null) this.#fail(`${args[0]} ended in disorder`, ended);
    return ended;
  }

  /** Asks a running bot, which is struck on the way; then it is killed, wherever it stands. */
  async #throughBot(args: readonly string[], strike: Strike): Promise<Ended> {
    const bot = this.start(["start"], [strike]);
    await Promise.race([bot.ended, this.stage.service.requestsOn(25), bot.after(LONGEST_RUN_MS)]);
    const asking = this.start(args, []);
    await Promise.race([asking.ended, bot.ended]);
    bot.child.kill("SIGKILL");
    const ended = await this.#ended(bot);
    await this.#ended(asking);
    return ended;
  }

  /** Does something with a bot that was not struck yet when it has done much, or waited long. */
  #later(bot: Command, requests: number, act: () => void): void {
    if (requests === Infinity) return;
    const enough = this.stage.service.requestsOn(requests);
    void Promise.race([enough, bot.after(LONGEST_RUN_MS), bot.ended.then(() => null)]).then((ended) => {
      if (ended !== null) act();
    });
  }

  async #ended(command: Command): Promise<Ended> {
    const ended = await command.ended;
    if (ended.hung) this.#fail("it did not end in time", ended);
    if (ended.signal === "SIGKILL") {
      this.kills += 1;
      const at = ended.struck.at(-1) ?? "anywhere";
      this.struck[at] = (this.struck[at] ?? 0) + 1;
    }
    return ended;
  }

  /** Where the service has changed the key and the process was killed before that was on disk, the organisers make another; nowhere else. */
  #keepAccess({ struck, said, code }: Ended): void {
    const { keyFiles, service } = this.stage;
    const files = [keyFiles.key, ...keyFiles.beside].filter((file) => existsSync(file));
    if (files.some((file) => readFileSync(file, "utf8").trim() === service.key)) return;
    const lost = ["request.resetApiKey:before", "request.resetApiKey:after", "key.next:before"];
    if (!struck.some((name) => lost.includes(name)))
      this.failures.push(`the key was lost at ${struck.join(", ") || "no point"} (${code}): ${tail(said)}`);
    for (const file of keyFiles.beside) rmSync(file, { force: true });
    writeFileSync(keyFiles.key, `${service.key}\n`, { mode: 0o600 });
  }

  /** Null where the bot was killed before there was a whole journal. */
  #reader(): JournalReader | null {
    try {
      return this.stage.reader();
    } catch (error) {
      if (error instanceof JournalMissingError || error instanceof JournalOlderError) return null;
      throw error;
    }
  }

  #markerOf(id: string): string {
    const reader = this.stage.reader();
    const found = reader.intents().find(({ intent }) => intent.id === id);
    reader.close();
    return found?.intent.marker ?? "";
  }

  #fail(what: string, { struck, said, code, signal }: Ended): void {
    const at = struck.length === 0 ? "" : ` (struck at ${struck.join(", ")})`;
    this.failures.push(`${what}${at}: it ended with ${signal ?? code}, saying: ${tail(said)}`);
  }
}

function tail(said: string): string {
  const lines = said.trim().split("\n").slice(-8);
  return lines.map((line) => line.slice(0, 300)).join(" | ");
}
