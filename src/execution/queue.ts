import { isExit } from "../model/control.js";
import type { Intent } from "../model/intent.js";
import type { TokenName } from "../model/token.js";
import { BLOCKING, RESTING, WAITING, type Tracked } from "./open-intents.js";
import type { Recorder } from "./recorder.js";

/** Which trade is next, and which must wait. */
export class Queue {
  readonly #recorder: Recorder;

  constructor(recorder: Recorder) {
    this.#recorder = recorder;
  }

  /** The trade to send now: urgent ones first, then in the order in which they came; null where none may go. */
  next(): Tracked | null {
    let first: Tracked | null = null;
    for (const waiting of this.#recorder.open.in(WAITING)) {
      if (!this.mayGo(waiting.intent)) continue;
      if (waiting.intent.urgent) return waiting;
      first ??= waiting;
    }
    return first;
  }

  /**
   * Whether a trade may go now. Tokens of unknown trades and conflicts block it, but an exit of another
   * token into a blocked cash token goes on. Where markers are not echoed, everything waits for the
   * unknown one: its proof rests on there being no other.
   */
  mayGo(intent: Intent): boolean {
    const { open, echoed } = this.#recorder;
    if (echoed === false && open.has(["UNKNOWN"])) return false;
    return !this.#staysAway(intent, open.tokensIn(BLOCKING));
  }

  /** Trades in a token that rests until a person has spoken: waiting for that would be waiting for ever. */
  hopeless(): Tracked[] {
    const resting = this.#recorder.open.tokensIn(RESTING);
    return this.#recorder.open.in(WAITING).filter(({ intent }) => this.#staysAway(intent, resting));
  }

  #staysAway(intent: Intent, blocked: ReadonlySet<TokenName>): boolean {
    if (blocked.has(intent.from)) return true;
    const { registry } = this.#recorder.ports;
    return blocked.has(intent.to) && !isExit(intent, { isCash: (token) => registry.get(token)?.cash === true });
  }
}
