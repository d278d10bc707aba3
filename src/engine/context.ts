import { PriceBoard } from "../model/price-board.js";
import { BarBook } from "./prices/bar-book.js";
import type { Bound } from "./timeouts/bounded.js";
import { ModeLog } from "./events/mode-log.js";
import { createNotes, type Notes } from "./notes.js";
import type { EnginePorts } from "./ports.js";
import { PriceFeed } from "./prices/price-feed.js";
import { RulesKeeper } from "./competition/rules-keeper.js";
import { ReadStops } from "./tick/read-stops.js";

/** What the parts of an engine share from its start to its end, whatever the competition. */
export interface EngineContext {
  readonly ports: EnginePorts;
  readonly board: PriceBoard;
  readonly bars: BarBook;
  readonly feed: PriceFeed;
  readonly rules: RulesKeeper;
  readonly note: Notes;
  /** What the bot is doing. */
  readonly mode: ModeLog;
  /** What a reading of the service may take. */
  readonly bound: Bound;
  /** Aborts when the engine stops: whatever is being read then is not needed any more. */
  readonly stop: AbortController;
  /** The `read` hooks that end then. Of every attempt to join: one of its own would stay with the signal. */
  readonly readStops: ReadStops;
  /** Whether the journal has the run: else it takes no end of it either. */
  begun: boolean;
  /** Whether the end is written: what comes after it belongs to no run, and is neither noted nor told. */
  ended: boolean;
  /** Something that was read failed in a way that may be news of the competition. */
  readonly onReadFailure: (error: unknown) => void;
}

export function createEngineContext(ports: EnginePorts, onReadFailure: (error: unknown) => void): EngineContext {
  const { log, venue, onPrice, onRules, settings, strategies } = ports;
  const notes = createNotes(ports);
  const note: Notes = (...told) => {
    if (!context.ended) notes(...told);
  };
  const board = new PriceBoard(settings.risk.unprovenPrice ?? null);
  const timeout = ports.answersAtOnce === true ? Infinity : settings.readTimeout;
  const bound = { clock: ports.clock, timeout, limitsLeft: () => venue.limitsLeft() };
  const stop = new AbortController();
  const bars = new BarBook(
    strategies.flatMap((strategy) => strategy.bars),
    ports.closedBars,
  );
  const context: EngineContext = {
    ports,
    board,
    bars,
    note,
    mode: new ModeLog(() => context),
    bound,
    feed: new PriceFeed({ bound, board, bars, log, onPrice, onFailure: onReadFailure }),
    rules: new RulesKeeper(settings.rules, { venue, bound, note, onRules, onFailure: onReadFailure }),
    stop,
    readStops: new ReadStops(stop.signal),
    begun: false,
    ended: false,
    onReadFailure,
  };
  return context;
}
