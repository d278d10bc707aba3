import { operations, OPERATION_IDS } from "../contract/index.js";
import type { Clock } from "../core/time/clock.js";
import { messageOf } from "../core/errors.js";
import { freshSeed, seededRandom } from "../core/random.js";
import type { RateLimit } from "../model/rules.js";
import { parseBaseUrl } from "./base-url.js";
import { GatewayClosedError, MAKE_ROOM } from "./errors.js";
import { fixedKey, type KeyStore } from "./keys/key-store.js";
import { recoverKey, rotateKey } from "./keys/rotation.js";
import { readKnownLimits, writeKnownLimits } from "./limits/known-limits.js";
import { Limiter } from "./limits/limiter.js";
import { effectiveLimits, type EffectiveLimits } from "./limits/settings.js";
import type { Slot } from "./limits/slot.js";
import { freshWriter, RequestLogFile, spentIdentity } from "./limits/request-log-file.js";
import type { GatewayOptions } from "./options.js";
import { deadlineOf, Pipeline } from "./pipeline.js";
import { httpTransport } from "./http.js";
import type { Transport } from "./transport.js";
import { ReadWriteLock } from "./read-write-lock.js";

const DEADLINE_MS = 10_000;
/** From when a slot is given until the request is sent, at most: what bottleneck takes, and then some. */
const QUEUE_MS = 1_000;
/** What a trade takes. */
const TRADE = [operations.getQuote, operations.executeTrade];
/** What a change of the key takes. */
const ROTATION = [operations.resetApiKey, operations.getProfile];
const OPERATIONS = new Map(OPERATION_IDS.map((id) => [id as string, operations[id]]));

/** The parts of a gateway, put together: what a request passes through, and the key that it carries. */
export class Assembly {
  readonly pipeline: Pipeline;
  readonly #keys: KeyStore;
  readonly #limiter: Limiter;
  readonly #transport: Transport;
  readonly #baseUrl: string;
  readonly #steady: Clock;
  readonly #longestOf: (operation: string) => number;
  readonly #writer = freshWriter();
  #limits: EffectiveLimits;
  /** Milliseconds: as far back what was spent matters. */
  #longestWindow: number;
  /** One after the other: two that each had a part of the room that they need would wait for each other. */
  readonly #rotations = new ReadWriteLock();
  /** Changes of the key, begun and not over: each settles, whatever becomes of it. */
  readonly #changing = new Set<Promise<void>>();
  #closed: GatewayClosedError | null = null;

  /** Throws BaseUrlError, KeySourceError, SpentFileError. */
  constructor(private readonly options: GatewayOptions) {
    const { key, clock, wall, secrets, log, deadlineMs = DEADLINE_MS } = options;
    this.#steady = options.steady ?? clock;
    this.#longestOf = (id) => (deadlineOf(id, deadlineMs) + QUEUE_MS) * (options.clockSpeed ?? 1);
    const base = parseBaseUrl(options.baseUrl);
    this.#baseUrl = base.href;
    this.#keys = typeof key === "string" ? fixedKey(key, secrets) : key;
    const known = options.spentDir === undefined ? [] : readKnownLimits(options.spentDir, base.href);
    this.#limits = effectiveLimits(options.rateLimits ?? known, options.limits);
    this.#longestWindow = longestWindow(this.#limits);
    this.#limiter = new Limiter({
      clock: this.#steady,
      limits: this.#limits,
      longestMs: Math.max(...OPERATION_IDS.map(this.#longestOf)),
      longestOf: this.#longestOf,
      store: this.#spentFile(this.#keys.former()),
      operationOf: (id) => OPERATIONS.get(id),
      lane: options.lane,
    });
    this.#transport = options.transport ?? httpTransport(base);
    this.pipeline = new Pipeline({
      transport: this.#transport,
      limiter: this.#limiter,
      key: () => this.#keys.key(),
      clock,
      wall,
      random: options.random ?? seededRandom(freshSeed()),
      secrets,
      log,
      deadlineMs,
      retry: { retries: options.retry?.retries ?? 3, backoffMs: options.retry?.backoffMs ?? 500 },
    });
  }

  get limits(): EffectiveLimits {
    return this.#limits;
  }

  left(scope: "trade" | "price" | "account" | "all"): number | null {
    return this.#limiter.left(scope);
  }

  /** As `Venue.tradeRoomIn`. */
  tradeRoomIn(): number {
    return this.#limiter.roomIn(TRADE, "trade");
  }

  setLimits(rateLimits: readonly RateLimit[]): void {
    this.#limits = effectiveLimits(rateLimits, this.options.limits);
    this.#longestWindow = longestWindow(this.#limits);
    this.#keepLimits(rateLimits);
    this.#limiter.setLimits(this.#limits);
  }

  recoverKey(): Promise<void> {
    return this.#changingKey(recoverKey(this.pipeline, this.#keys));
  }

  rotateKey(): Promise<void> {
    return this.#rotations.alone(async () => {
      if (this.#closed !== null) throw this.#closed;
      if (this.#limiter.roomIn(ROTATION, "trade") > 0) await this.#roomToRotate();
      await this.#changingKey(rotateKey(this.pipeline, this.#keys));
    });
  }

  async close(): Promise<void> {
    const reason = (this.#closed ??= new GatewayClosedError());
    this.pipeline.close(reason);
    // Hanging up on a key reset would lose the new key for good: the service tells it a single time.
    while (this.#changing.size > 0) await Promise.all(this.#changing);
    this.#limiter.close(reason);
    await this.#transport.close();
  }

  /** While the key is being changed nothing else is sent, and `close` waits: what can wait for limits does so before. */
  async #roomToRotate(): Promise<void> {
    const slots: Slot[] = [];
    // Of a limit that is smaller than that no two are ever to be had together: they go one by one.
    const together = Math.min(...[...this.#limits.values()].flat().map(({ count }) => count));
    try {
      for (const operation of ROTATION.slice(0, together)) slots.push(await this.#limiter.take(operation, "trade"));
    } finally {
      for (const slot of slots) slot.unused();
    }
  }

  /** For the processes that come after this one; should the disk fail, they keep the public service's until they read the rules. */
  #keepLimits(rateLimits: readonly RateLimit[]): void {
    const { spentDir, log } = this.options;
    if (spentDir === undefined || rateLimits.length === 0) return;
    try {
      writeKnownLimits(spentDir, this.#baseUrl, rateLimits);
    } catch (error) {
      const text = `The rate limits of the rules cannot be written down in ${spentDir}: ${messageOf(error)}`;
      log.warn(text, { remedy: MAKE_ROOM });
    }
  }

  /** RequestLog requests are kept by key, and those of the old one count on. */
  async #changingKey(change: Promise<void>): Promise<void> {
    const old = this.#keys.key();
    const over = change.catch(() => undefined);
    this.#changing.add(over);
    try {
      await change;
    } finally {
      this.#changing.delete(over);
      if (this.#keys.key() !== old) this.#writeOnAfter(old);
    }
  }

  /** Where the new key's files cannot be made the old one's go on: what became of the key is what has to be told. */
  #writeOnAfter(old: string): void {
    try {
      this.#limiter.useStore(this.#spentFile([old]));
    } catch (error) {
      const text = `${messageOf(error)}, so limits do not count what others send with the new key`;
      this.options.log.warn(text, { remedy: MAKE_ROOM });
    }
  }

  #spentFile(formerKeys: readonly string[]): RequestLogFile | undefined {
    const { spentDir: dir, boot, log } = this.options;
    if (dir === undefined) return undefined;
    const identity = spentIdentity(this.#baseUrl, this.#keys.key());
    const former = formerKeys.map((key) => spentIdentity(this.#baseUrl, key));
    const clock = { clock: this.#steady, boot, longestOf: this.#longestOf, retainMs: () => this.#longestWindow };
    return new RequestLogFile({ dir, identity, former, ...clock, log, writer: this.#writer });
  }
}

/** Milliseconds; 0 where nothing limits. */
function longestWindow(limits: EffectiveLimits): number {
  return Math.max(0, ...[...limits.values()].flat().map(({ windowMs }) => windowMs));
}
