import { sleep } from "../../core/time/clock.js";
import { plain } from "../../core/number/decimal.js";
import { messageOf } from "../../core/errors.js";
import { isSameBalance } from "../../model/bookable.js";
import { UNDER_WAY, holdsMarker, type Intent } from "../../model/intent.js";
import { sentOf, type Balance } from "../../model/portfolio.js";
import type { TokenName } from "../../model/token.js";
import type { Trade } from "../../model/trade.js";
import { concludeAbsence, type Conclusion, type Observation } from "./absence.js";
import { evidenceOf, recognitionOf } from "./evidence.js";
import type { UnknownTrade } from "../executor-api.js";
import type { Tracked } from "../open-intents.js";
import type { IntentLog } from "../intent-log.js";
import { guardedCall } from "../guarded-call.js";
import type { TradeWatch } from "./trade-watch.js";

/** An unknown intent and what was seen of it so far. */
interface Case {
  readonly tracked: Tracked;
  /** Wall clock at which it became unknown to this process. */
  readonly since: number;
  readonly observations: Observation[];
  /** The last attempt at it that the venue lists as failed. */
  failed: Trade | null;
  /** One that could be it, but for the marker that is missing. */
  alike: Trade | null;
  warned: boolean;
}

/** Looks per settling time, so that a few may fail and three are left. */
const LOOKS = 4;
/** After this many settling times without a conclusion a person is told that it takes long. */
const LONG = 5;

/**
 * Finds out what became of intents whose answer was lost: looks at trade list and balances again and
 * again until one of them proves it. It never sends anything but reads.
 */
export class Reconciler {
  readonly #recorder: IntentLog;
  readonly #watch: TradeWatch;
  readonly #onIdle: () => void;
  readonly #cases = new Map<string, Case>();
  #running = false;
  #nap = new AbortController();
  /** Why the list could not be read at the last look; null where it could. */
  #unread: string | null = null;
  /** The same of the balances. */
  #balancesUnread: string | null = null;
  /** Tokens of an unknown trade that the balances lacked at the last look, though the books hold more than it sells. */
  #lacking: readonly TokenName[] = [];

  /** @param onIdle called when nothing is unknown any more, or the journal failed */
  constructor(recorder: IntentLog, watch: TradeWatch, onIdle: () => void) {
    this.#recorder = recorder;
    this.#watch = watch;
    this.#onIdle = onIdle;
  }

  get busy(): boolean {
    return this.#running;
  }

  /** Takes on an intent that is UNKNOWN. */
  add(tracked: Tracked): void {
    const nothing = { observations: [], failed: null, alike: null, warned: false };
    this.#cases.set(tracked.intent.id, { tracked, since: this.#now(), ...nothing });
    this.#nap.abort();
    if (this.#running) return;
    this.#running = true;
    void this.#run();
  }

  /** To be called when a case was settled by something else (a late answer, a person). */
  settledElsewhere(): void {
    this.#nap.abort();
  }

  /** The intents of which it is not known whether they were executed, with what is known of them. */
  unknown(): UnknownTrade[] {
    return this.#recorder.open.in(UNDER_WAY).map(({ intent, sent }) => {
      const found = this.#cases.get(intent.id);
      const unread = this.#unread === null ? "" : `; the last could not be read: ${this.#unread}`;
      const known = found === undefined ? "its answer has not come" : this.#looksOf(found) + unread;
      return { intent, sentAt: sent?.at ?? null, known };
    });
  }

  async #run(): Promise<void> {
    for (;;) {
      await this.#look().catch((error: unknown) => this.#failed(error));
      this.#forgetSettled();
      if (this.#cases.size === 0 || this.#recorder.journal.halted) break;
      for (const open of this.#cases.values()) this.#warnIfLong(open);
      await this.#sleep(this.#pause());
      this.#forgetSettled();
      if (this.#cases.size === 0) break;
    }
    this.#running = false;
    this.#onIdle();
  }

  /** One look: the list first, so that a trade made in between shows as moved balances, never as absence. */
  async #look(): Promise<void> {
    const { venue, settings } = this.#recorder.ports;
    // What is read shows the service as it was then at the earliest: the answer may take long.
    const at = this.#now();
    const list = await venue.trades({ purpose: "trade" });
    this.#unread = null;
    this.#recorder.known.observe(list);
    for (const found of this.#cases.values()) this.#readList(found, list);
    this.#watch.observe(list);
    // A list that was asked for before a trade was sent says nothing of it, however late it comes.
    const left = [...this.#cases.values()].filter(({ tracked, since }) => tracked.state === "UNKNOWN" && since <= at);
    if (left.length === 0) return;
    const version = this.#recorder.version;
    const inFlight = this.#recorder.open.tokensIn(["SENT"]);
    const balances = await this.#balances();
    const steady = this.#recorder.version === version ? inFlight : null;
    for (const found of left)
      found.observations.push({
        at,
        counts: this.#counts(list, found.tracked),
        balances: await this.#judgeBalances(found.tracked, balances, steady),
      });
    const conclusions = left.map((found) => [found, concludeAbsence(found.observations, settings.settleMs)] as const);
    for (const [found, conclusion] of conclusions) this.#conclude(found, conclusion, conclusions);
  }

  /** Of an earlier competition only the intent itself says which trade was the newest known. */
  #counts(list: readonly Trade[], { intent, sent }: Tracked): boolean {
    const newest = sent?.newestTrade ?? null;
    const holdsIt = newest === null || list.some(({ id }) => id === newest);
    return holdsIt && this.#recorder.known.counts(list, intent.competitionId);
  }

  #readList(found: Case, list: readonly Trade[]): void {
    const { tracked } = found;
    const recorder = this.#recorder;
    if (tracked.state !== "UNKNOWN" || recorder.journal.halted) return;
    const evidence = evidenceOf(list, tracked.intent, recognitionOf(tracked, recorder));
    if (evidence.kind === "absent") {
      found.failed = evidence.failed;
      // A list that is too old to have it takes nothing back: of another competition it counts all the same.
      const before = found.alike !== null && recorder.known.has(found.alike.id) ? null : found.alike;
      found.alike = evidence.alike ?? before;
    } else if (evidence.kind === "contradiction")
      recorder.move(tracked, "CONFLICT", { code: "CONTRADICTION", reason: evidence.reason });
    else {
      const { trade } = evidence;
      const owner = recorder.otherOwner(trade, tracked.intent);
      if (owner !== null) {
        const reason = `trade ${trade.id} is intent ${owner}'s in the journal: the service gives ids of trades out again, and this one cannot be entered. Afterwards: contender resolve ${tracked.intent.id} --as not-executed, and what it moved is an adjustment`;
        recorder.move(tracked, "CONFLICT", { code: "ID_USED", reason }, { trade });
        return;
      }
      const marked = holdsMarker(trade.reason, tracked.intent.marker);
      recorder.echoed = marked ? (recorder.echoed ?? true) : false;
      const proof = marked ? "its marker is" : "its tokens, exact amount and time are";
      const reason = `${proof} in the list of trades: ${trade.id}`;
      recorder.move(
        tracked,
        "FILLED",
        { code: "", reason },
        { trade, detail: { looks: found.observations.length + 1 } },
      );
    }
  }

  /** Null where they cannot be read: that says nothing, and the next look tries again. */
  async #balances(): Promise<readonly Balance[] | null> {
    try {
      const balances = await this.#recorder.ports.venue.balances({ purpose: "trade" });
      this.#balancesUnread = null;
      return balances;
    } catch (error) {
      this.#balancesUnread = messageOf(error);
      return null;
    }
  }

  async #judgeBalances(
    { intent }: Tracked,
    balances: readonly Balance[] | null,
    inFlight: ReadonlySet<TokenName> | null,
  ): Promise<Observation["balances"]> {
    const { ports } = this.#recorder;
    const isOver = intent.competitionId !== ports.ledger.competitionId || this.#recorder.madeElsewhere !== null;
    if (isOver) return "void";
    const pair = [intent.from, intent.to];
    const sending = this.#recorder.open.tokensIn(["SENT"]);
    if (balances === null || inFlight === null || pair.some((token) => inFlight.has(token) || sending.has(token)))
      return "unclear";
    const said = pair.map((token) => this.#saidOf(token, intent, sentOf(balances, token)));
    this.#lacking = pair.filter((_, i) => said[i] === "vanished");
    if (said.every((one) => one === "held")) return "held";
    const verdict = await this.#movedOrReset(intent.competitionId);
    return verdict === "moved" && !said.includes("moved") ? "unclear" : verdict;
  }

  /**
   * What a balance says of an unknown trade. One that has vanished, though the trade sells less than all of it, says
   * nothing: rather the answer is wrong.
   */
  #saidOf(token: TokenName, { from, amount }: Intent, sent: number): "held" | "moved" | "vanished" {
    // The ledger holds every known fill, so it says what a balance is without the unknown trade.
    if (this.#watch.explanation(token, sent) !== null) return "held";
    const known = this.#recorder.ports.ledger.balance(token);
    const left = token === from ? known.minus(amount) : known;
    return sent === 0 && !isSameBalance(left, 0) ? "vanished" : "moved";
  }

  /** A new competition resets all balances, perhaps before the engine has noticed it. */
  async #movedOrReset(competitionId: string): Promise<"moved" | "void" | "unclear"> {
    try {
      const { competition } = await this.#recorder.ports.venue.status({ purpose: "trade" });
      return competition !== null && competition.id !== competitionId ? "void" : "moved";
    } catch {
      return "unclear";
    }
  }

  #conclude(found: Case, conclusion: Conclusion, all: readonly (readonly [Case, Conclusion])[]): void {
    const { tracked, observations, failed, alike } = found;
    if (tracked.state !== "UNKNOWN" || this.#recorder.journal.halted) return;
    const counting = observations.filter(({ counts }) => counts).length;
    const detail = { lists: counting, looks: observations.length };
    if (conclusion === "not-executed" && alike === null) {
      const listed = failed === null ? "" : `; the service lists an attempt that failed: ${failed.error ?? failed.id}`;
      const balances =
        observations.at(-1)?.balances === "void" ? "a new competition has begun" : "both balances are as before";
      const reason = `absent from ${counting} lists of trades, and ${balances}${listed}`;
      this.#recorder.move(tracked, "NOT_EXECUTED", { code: "NOT_EXECUTED", reason }, { detail });
    } else if (conclusion !== "wait" && alike !== null) {
      const reason = `trade ${alike.id} could be it, though it came without its marker, or one by other hands: see contender resolve ${tracked.intent.id}`;
      this.#recorder.move(tracked, "CONFLICT", { code: "CONTRADICTION", reason }, { detail });
    } else if (conclusion === "conflict" && !this.#othersExplain(found, all)) {
      const known = [tracked.intent.from, tracked.intent.to].map(
        (token) => `${plain(this.#recorder.ports.ledger.balance(token))} ${token}`,
      );
      const reason = `balances moved (known: ${known.join(", ")}), but ${counting} lists of trades do not show why: see contender resolve ${tracked.intent.id}`;
      this.#recorder.move(tracked, "CONFLICT", { code: "BALANCES_MOVED", reason }, { detail });
    }
  }

  /** Whether another unknown trade in the same tokens may yet turn out to be what moved them. */
  #othersExplain({ tracked }: Case, all: readonly (readonly [Case, Conclusion])[]): boolean {
    const pair = [tracked.intent.from, tracked.intent.to];
    return all.some(
      ([other, conclusion]) =>
        other.tracked !== tracked &&
        other.tracked.state === "UNKNOWN" &&
        conclusion === "wait" &&
        [other.tracked.intent.from, other.tracked.intent.to].some((token) => pair.includes(token)),
    );
  }

  #warnIfLong(found: Case): void {
    const { ports, journal } = this.#recorder;
    if (found.warned || this.#now() - found.since < LONG * ports.settings.settleMs) return;
    found.warned = true;
    const { id } = found.tracked.intent;
    const text = `It is still not known whether ${id} was executed: ${this.#looksOf(found)}`;
    // A journal that fails here has halted, and said so: looking goes on to its own end.
    guardedCall(ports.log, () => journal.note("warn", "long-unknown", text, { intent: id }));
  }

  #failed(error: unknown): void {
    this.#unread = messageOf(error);
    if (!this.#recorder.journal.halted)
      this.#recorder.ports.log.warn("Unknown trades could not be looked up; trying again", { error: messageOf(error) });
  }

  #forgetSettled(): void {
    for (const [id, { tracked }] of this.#cases) if (tracked.state !== "UNKNOWN") this.#cases.delete(id);
  }

  /** Often while the youngest case is young; the longer it takes, the more seldom. */
  #pause(): number {
    const { settleMs } = this.#recorder.ports.settings;
    const youngest = Math.max(...[...this.#cases.values()].map(({ since }) => since));
    return Math.min(settleMs, Math.max(settleMs, this.#now() - youngest) / LOOKS);
  }

  async #sleep(ms: number): Promise<void> {
    this.#nap = new AbortController();
    await sleep(this.#recorder.wall, ms, this.#nap.signal).catch(() => {});
  }

  #looksOf({ observations }: Case): string {
    const counting = observations.filter(({ counts }) => counts).length;
    const unread = this.#balancesUnread === null ? "" : `; the balances could not be read: ${this.#balancesUnread}`;
    const lacking = this.#lacking.length === 0 ? "" : `; the balances lack ${this.#lacking.join(", ")}`;
    return `${observations.length} lists could be read, ${counting} of them new enough to count${unread}${lacking}`;
  }

  #now(): number {
    return this.#recorder.wall.now();
  }
}
