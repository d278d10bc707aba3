import type { Part, Tally } from "../machinery/part.js";
import { judge } from "./judge.js";
import { slope } from "./samples.js";
import { competition } from "./week.js";

const HOURS = 168;
/** A week in 17 minutes: a minute of the competition is a tenth of a second, in which a bot on a busy machine decides. */
const SPEED = 600;

export const part: Part = {
  name: "soak",
  minutes: (HOURS * 60) / SPEED,
  promises: [
    "A bot that runs for a week keeps no more in memory after it than after its first hour: the slope is under one megabyte an hour of the competition.",
    "It holds no more files and sockets than at the beginning, its journal grows as documented, every trade of the service is in it and no other, every run that was due is decided or told as missed, and nothing is thrown that nobody catches.",
  ],
  how: "The command line runs through a competition of seven days, 600 times as fast as in reality, over HTTP, with the three strategies that come with Contender, beside the house teams; one request in a hundred meets a fault. A probe within the process collects garbage and writes down what is left, each hour of the competition; at the end the service's trades are held against the journal's.",
  target: { hours: HOURS },
  async round(seed): Promise<Tally> {
    const remains = await competition({ seed, hours: HOURS, speed: SPEED });
    const { faults, made, decided, missed, samples, journal } = remains;
    const last = samples.at(-1);
    const later = samples.filter(({ hour }) => hour >= 1).map(({ hour, heap }) => [hour, heap] as const);
    return {
      counts: {
        hours: HOURS,
        decisions: decided,
        missed,
        trades: made.length,
        "bytes of memory an hour": Math.round(slope(later)),
        "handles at the end": last?.handles ?? 0,
        "megabytes of journal": Math.round(journal.bytes / 1e6),
      },
      faults,
      failures: judge(remains, 1),
    };
  },
};
