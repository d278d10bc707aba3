import type { Part } from "../machinery/part.js";
import { playPower, powerScene } from "./round.js";

export const part: Part = {
  name: "power",
  promises: [
    "What was reported as written is on disk after a loss of power, at whatever byte it struck: that a trade was SENT before its request left, every other step, the books.",
    "Of a write that the power failed in all is there or nothing, and the journal opens.",
    "The bot that starts after it trades nothing twice and has lost nothing.",
  ],
  how:
    "The schedules of the protocol, on the journal that is on disk; their processes end by a loss of power, most of them in the midst of a write. " +
    "Of that write the write-ahead log has the bytes up to one that is drawn, or some sectors in no order, or garbage behind them; or the log is whole and pages of the database are torn. What SQLite syncs first is there first, and what its connection says it does not sync may be gone. " +
    "Each time copies are cut in several ways and opened as a bot opens them, and compared with what the journal had reported as written and with the requests that had left; some are cut at any byte of the whole log, as by a disk that lies: they must hold a beginning of what was written, and nothing else. " +
    "Then the bot goes on with one of them, and in the end the service's ledger judges as in the protocol. " +
    "Planted mistakes (nothing is synced, transactions are written statement by statement, SENT after the request) are each caught.",
  target: { cuts: 5_000 },
  round: (seed) => playPower(powerScene(seed)),
};
