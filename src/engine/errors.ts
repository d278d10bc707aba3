import { ContenderError } from "../core/errors.js";
import type { Mode } from "../model/mode.js";
import type { TokenName } from "../model/token.js";

/** Something was asked of the bot that it can only do while it is in a competition. */
export class NotTradingError extends ContenderError {
  readonly code = "NOT_TRADING";
}

/** @param what it was asked to do */
export function notTrading(mode: Mode, what: string): NotTradingError {
  return new NotTradingError(`The bot is ${mode}, it cannot ${what} now`, {
    remedy: "Ask again while it is in a competition.",
  });
}

/** The service's balances contradict its portfolio, or name nothing: books are not opened with them. */
export class BalancesDoubtedError extends ContenderError {
  readonly code = "BALANCES_DOUBTED";
  /** @param why what speaks against them, in words */
  constructor(why: string) {
    super(`Books are not opened: ${why}`, {
      remedy:
        "Try again later, and look at `contender balances` and `contender portfolio`; where it stays so, ask the organisers.",
    });
  }
}

/** A person's swap is to be paid by a book that has nothing of what is sold, while others have. */
export class OtherBookError extends ContenderError {
  readonly code = "OTHER_BOOK";
  /** @param others the books that have some, at least one */
  constructor(book: string, token: TokenName, others: readonly string[]) {
    super(`The book "${book}" has no ${token} to sell; it is in: ${others.join(", ")}`, {
      remedy: others.map((name) => `--book ${name}`).join(", or ") + " says who pays.",
    });
  }
}

/** A person's swap would sell more than the book has that is to pay for it: it is rather a slip of the hand than meant. */
export class BookTooSmallError extends ContenderError {
  readonly code = "BOOK_TOO_SMALL";
  /** @param amounts plain decimal texts: what was asked for, and what there is */
  constructor(book: string, token: TokenName, { asked, has }: { readonly asked: string; readonly has: string }) {
    super(`${asked} ${token} were to be sold, and the book "${book}" has ${has}`, {
      remedy: `Ask for ${has} at most to sell it all, or say with --book whose part pays.`,
    });
  }
}

/** A person asks for a swap that equals another one which is not settled, or was made a short while ago. */
export class EqualSwapError extends ContenderError {
  readonly code = "EQUAL_SWAP";
  /** @param swap the other one, in words; @param when it was asked for */
  constructor(swap: string, when: string) {
    super(`An equal swap was asked for at ${when}: ${swap}`, {
      remedy:
        "`contender trades` shows what was made. --again makes one more; with --id NAME the same line makes one, however often it is run.",
    });
  }
}

/** The id of a person's swap was used before, for another swap. */
export class SwapIdError extends ContenderError {
  readonly code = "SWAP_ID";
  /** @param swap the other one, in words */
  constructor(id: string, swap: string) {
    super(`The id "${id}" was used before, for another swap: ${swap}`, { remedy: "Choose another --id." });
  }
}

const NEXT = "The next start, or the next swap, looks for it in the service's list of trades.";

/** It is not known yet what became of a swap, and nobody waits for it any more: it must not be repeated. */
export class SwapUnsettledError extends ContenderError {
  readonly code = "SWAP_UNSETTLED";
  /**
   * @param why nobody waits any more
   * @param intents those whose outcome is not known; none where the bot may not have begun yet
   * @param next who finds out, and when: a sentence; default: where the bot is gone
   */
  constructor(why: string, intents: readonly string[], next = NEXT) {
    const [first] = intents;
    const which = first === undefined ? "" : ` (${intents.join(", ")})`;
    const look =
      first === undefined
        ? "`contender journal intents --run last` shows whether it was."
        : `\`contender journal explain ${first}\` says what is known; where you know better: ` +
          `\`contender resolve ${first} --as filled --reason …\` (or \`--as not-executed\`).`;
    super(`${why} before it was known what became of the swap${which}`, {
      remedy: `It may have been made: do not repeat it. ${next} ${look}`,
    });
  }
}
