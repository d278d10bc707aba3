import { seededRandom } from "../../../src/core/random.js";
import type { Part, Tally } from "../machinery/part.js";
import { together } from "../machinery/tally.js";
import { judge } from "./judge.js";
import { Life } from "./life.js";
import { openStage } from "./stage.js";

/** Bots of a round that live side by side: while one waits for a trade to be settled, another uses the processor. */
const BOTS = 3;
const KILLS = 6;

export const part: Part = {
  name: "kills",
  promises: [
    "A bot that is killed at any step and started again makes no trade twice and loses none: what it sent is settled before it decides anew.",
    "What was reported as written is still written after a kill: decisions, states, trades, books.",
    "A stop by SIGTERM or SIGINT begins no new trade, finishes what is in flight or leaves it to the next start, and is journalled; a second signal only makes it faster.",
    "Where the journal cannot be written, nothing is sent: the bot says so and ends with 1.",
    "A change of the key that is killed leaves a key that works, but for the moment between the service's answer and the disk.",
  ],
  how: `Bots are processes of the command line that trade over real HTTP on a sandbox with a fast clock. Each kills itself (SIGKILL) at a labelled point that the seed has drawn: before or after a write to the journal, a request, an answer, a line of the file of spent requests, a step of a change of the key, of a person's verdict, of the way to the end. It is started again, and killed again; in between the service loses answers and requests, refuses trades, makes some long after they were given up, other hands trade with the same key, the disk is full (a limit of the files' size), people swap (and ask again by the swap's id), resolve conflicts and change the key, through the bot and beside it. At the end one start is let finish, and the sandbox's own ledger judges: every intent is final, made once or not at all, as its state says; so is what a person asked for by one id; the journal tells the same trades as the service; books and balances are equal; each strategy's state has gone on without a gap.`,
  target: { kills: 2_000 },
  async round(seed) {
    return together(await Promise.all(Array.from({ length: BOTS }, (_, i) => live(`${seed}/${i}`))));
  },
};

async function live(seed: string): Promise<Tally> {
  const random = seededRandom(seed);
  const stage = await openStage(seed, {
    record: random.next() < 0.3,
    // Some begin before the competition does.
    ...(random.next() < 0.3 ? { beginsIn: 1_500 } : {}),
  });
  try {
    const life = new Life(stage, random);
    while (life.kills < KILLS && life.starts < 3 * KILLS) await life.next();
    await life.finish();
    const reader = stage.reader();
    const broken = judge({ reader, service: stage.service });
    reader.close();
    return {
      counts: {
        kills: life.kills,
        starts: life.starts,
        signals: life.signals,
        "full disks": life.full,
        trades: stage.service.trades().length,
      },
      faults: { ...life.struck, ...stage.service.met },
      failures: [...life.failures, ...broken].map((text) => `${seed}: ${text}`),
    };
  } finally {
    await stage.close();
  }
}
