import type { Part } from "../machinery/part.js";
import { playRound } from "./round.js";

export const part: Part = {
  name: "limits",
  promises: [
    "At most N requests of each limit (of a scope, of an endpoint, of all together, in a minute and in an hour) reach the service in any window, wherever it begins: under bursts, retries, several strategies, lost answers, 429s, changed limits, clocks that are set, kills, restarts, reboots, and commands beside the running bot.",
    "What a trade needs (its quote, the trade, the lists that tell what became of it) never waits behind readings: a share of every limit is kept for it.",
    "What is left is used: at least 95 % of it, where more is asked for.",
    "While a 429 says when to come back (where it does not: for the longest window of its scope), nothing of its scope is sent, by any process on the folder, nor after a restart.",
  ],
  how: "Gateways as the bot has them (pipeline, limiter, queue, files of spent requests) share a folder on one simulated machine, whose wall clock is set back and forth, whose clocks drift and which reboots; their processes are killed between any two events. A simulated network delays each request by a time of its own, so that they overtake one another, loses requests and answers, and answers 500 and 429. The judge stands at the server and sees arrivals alone: each one ends a window of every limit that counts it, and that must not hold more than was allowed. A second one knows when each 429 was heard: what leaves after that, from whatever process, must not arrive before it is over. Beside them a watch on the limiter sees who waits for whom. Planted mistakes (one more than is allowed, windows that are fixed, a request that counts from its sending, others' requests not read, the file forgotten at a restart, the wall clock, the reserve ignored, a 429 ignored, or forgotten at a restart, half of the room unused) are each caught.",
  target: { requests: 1_000_000 },
  round: (seed) => playRound(seed),
};
