import type { Clock } from "../core/time/clock.js";
import type { Log } from "../core/log.js";
import type { MaybePromise } from "../core/maybe.js";
import type { Random } from "../core/random.js";
import type { Ledger } from "../ledger/ledger.js";
import type { TradeRisk } from "../model/trade-risk.js";
import type { Adjusted, JournalWriter } from "../model/journal.js";
import type { Recovered } from "../model/recovered.js";
import type { Outcome } from "../model/outcome.js";
import type { PriceBoard } from "../model/price-board.js";
import type { Rules } from "../model/rules.js";
import type { TokenRegistry } from "../model/token-registry.js";
import type { Trade } from "../model/trade.js";
import type { Venue } from "../model/venue.js";
import type { ExecutionSettings } from "./settings.js";

/** What execution needs of the journal. */
export type ExecutionJournal = Pick<JournalWriter, "prepare" | "step" | "adjust" | "foreignTrades" | "note">;

/** What execution needs of the venue. */
export type ExecutionVenue = Pick<
  Venue,
  "quote" | "execute" | "trades" | "balances" | "portfolio" | "status" | "tradeRoomIn"
>;

export interface ExecutorPorts {
  readonly clock: Clock;
  /** The clock of networks, for deadlines and the settling time; `clock` where it is absent. */
  readonly wall?: Clock;
  readonly venue: ExecutionVenue;
  readonly journal: ExecutionJournal;
  /** Four characters of base 32 that begin every marker of this journal. */
  readonly journalId: string;
  readonly log: Log;
  /** Source of intent ids. It is forked by the time, so that a second run with the same seed draws other ones. */
  readonly random: Random;
  /** Whether the journal holds an intent of this id, from any run; absent: none. */
  readonly knowsIntent?: (id: string) => boolean;
  /** The intent, of any run, that the journal has this trade of the venue for; null where it has it for none, undefined where it does not have it. Absent: undefined. */
  readonly ownerOfTrade?: (trade: string) => string | null | undefined;
  /** What the journal knows of a competition; null, or absent: nothing. */
  readonly recover?: (competitionId: string) => Pick<Recovered, "books"> | null;
  /** What adjustments have changed in the books of a competition after a moment (epoch milliseconds); absent: nothing. */
  readonly adjustedSince?: (competitionId: string, since: number) => readonly Adjusted[];
  readonly registry: TokenRegistry;
  /** Of the competition that runs now. */
  readonly ledger: Ledger;
  readonly board: PriceBoard;
  /** The rules now, with config's defaults filled in where the service does not say. */
  readonly rules: () => Rules;
  readonly risk: TradeRisk;
  readonly settings: ExecutionSettings;
  /** Before a trade is quoted and sent; it waits for that, no longer than for its quote. */
  readonly beforeSending?: () => MaybePromise<void>;
  /** Why nothing may be sent at this moment: what is due waits until `Executor.goOn`; null, or absent: nothing speaks against it. */
  readonly heldBack?: () => string | null;
  /** What became of a decision, after it was journalled. */
  readonly onOutcome: (strategy: string, outcome: Outcome) => void;
  /** Trades that this bot did not make have turned up since its books were opened, after they were journalled. */
  readonly onForeign?: (trades: readonly Trade[]) => void;
  /** An intent of this competition was traded in another one, after that was journalled; nothing more is sent. Told once. */
  readonly onOtherCompetition?: (trade: Trade) => void;
  /** The journal cannot be written: nothing more is sent from here on. */
  readonly onFailure?: (error: unknown) => void;
}

/** The ports of whoever writes through a HaltingJournal, and so must not have the journal itself. */
export type TradePorts = Omit<ExecutorPorts, "journal">;
