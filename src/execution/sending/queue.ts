import { BLOCKING, RESTING, WAITING, type Intent } from "../../model/intent.js";
import type { TokenName } from "../../model/token.js";
import { isExit } from "../../model/trade-risk.js";
import type { Tracked } from "../open-intents.js";
import type { IntentLog } from "../intent-log.js";
import { staysAway } from "../blocked-tokens.js";

/** Which trade is next, and which must wait. */
export class Queue {
  readonly #recorder: IntentLog;
  readonly #entriesPause: () => boolean;

  /** @param entriesPause whether only exits may go */
  constructor(recorder: IntentLog, entriesPause: () => boolean) {
    this.#recorder = recorder;
    this.#entriesPause = entriesPause;
  }

  /** The trade to send now: urgent ones first, then in the order in which they came; null where none may go. */
  next(): Tracked | null {
    const { open } = this.#recorder;
    if (!open.has(WAITING)) return null;
    const blocked = this.#blocked();
    return open.next((intent) => this.mayGo(intent, blocked));
  }

  /** Whether a trade may go now. */
  mayGo(intent: Intent, blocked = this.#blocked()): boolean {
    const { registry } = this.#recorder.ports;
    if (blocked === null || staysAway(intent, blocked, registry)) return false;
    return !this.#entriesPause() || isExit(intent, registry);
  }

  /** Trades in a token that rests until a person has spoken: waiting for that would be waiting for ever. */
  hopeless(): Tracked[] {
    const { open, ports } = this.#recorder;
    const resting = open.tokensIn(RESTING);
    return open.in(WAITING).filter(({ intent }) => staysAway(intent, resting, ports.registry));
  }

  /**
   * Tokens of unknown trades and conflicts: they block a trade, but an exit of another token into a
   * blocked cash token goes on. Null: nothing may go. Where markers are not echoed, everything waits for
   * the unknown one: its proof rests on there being no other.
   */
  #blocked(): ReadonlySet<TokenName> | null {
    const { open, echoed, ports } = this.#recorder;
    if ((ports.heldBack?.() ?? null) !== null) return null;
    return echoed === false && open.has(["UNKNOWN"]) ? null : open.tokensIn(BLOCKING);
  }
}
