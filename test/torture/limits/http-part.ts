import type { Part } from "../machinery/part.js";
import { playHttpRound } from "./http-round.js";

export const part: Part = {
  name: "limits-http",
  promises: [
    "The same over real sockets, in the machine's time: at most N requests of each limit reach the service in any window, the service itself never answers 429, and what is left is used to 95 % under demand.",
  ],
  how: "The gateway as the bot has it asks the sandbox over HTTP, which counts small windows and answers 429 where one is full. Several strategies ask for more than may be sent, and trade; the bot is begun anew in the middle of its requests, and commands run beside it on the same folder. The judge counts arrivals in the server's process, in windows that begin anywhere; what is used is measured against windows that are longer by the slowest way of a request there and back. Planted mistakes (one more than is allowed, half of the room unused, a folder that the next process does not know) are each caught.",
  target: { requests: 5_000 },
  round: (seed) => playHttpRound(seed),
};
