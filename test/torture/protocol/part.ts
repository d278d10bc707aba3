import type { Part } from "../machinery/part.js";
import { play } from "./round.js";
import { sceneOf } from "./scene.js";

/** The trade protocol under faults, crashes and other hands. */
export const part: Part = {
  name: "protocol",
  promises: [
    "Every trade that a strategy decides on is made exactly once or not at all, and the bot knows which.",
    "No trade is requested twice, and none before it is on disk.",
    "A person is called (CONFLICT) for nothing but what the bot could not know: the service's ledger proves each reason.",
    "No trade is taken for not executed while it could still be made and listed within the modelled delays; one that comes late came later than that.",
    "While the outcome of a trade is not known, an exit of another token into the same cash is not delayed.",
    "Nothing that was traded is lost: whatever is killed, the next start finds it.",
    "The bot never trades in a competition that it has not joined, but for the one trade by which it learns that another has begun; no decision is repeated for want of a booking.",
    "Books and the service's balances agree to the last digit, but for tokens of which the bot says that a person must look.",
  ],
  how:
    "The whole bot (engine, executor, gateway) competes in the sandbox, in one process on one simulated clock; its strategies decide by chance. " +
    "Each seed draws a schedule: faults of the service before, in and after a trade, processes that are killed at any write, request or answer and started again, " +
    "a competition that ends in mid-trade and another that begins, also between the bot's last reading of the status and its trade, other hands on the same account, reasons that the service changes, a bot's clock that is minutes off and jumps, a journal in memory or on disk. " +
    "Then it becomes quiet, and the sandbox's own ledger is the judge of every intent, every request and every book.",
  target: { trades: 100_000 },
  round: (seed) => play(sceneOf(seed)),
};
