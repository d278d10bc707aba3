import type { Part, Tally } from "../machinery/part.js";
import { together, type Assault } from "./attack.js";
import { attackClient } from "./client/answer-attack.js";
import { attackTransport } from "./client/wire-attack.js";
import { attackFiles } from "./files/file-attack.js";
import { judgeMemory, memoryInUse } from "./memory.js";
import { attackContract } from "./server/contract-attack.js";
import { attackControl } from "./server/control-attack.js";
import { attackSockets } from "./server/socket-attack.js";

type Attack = (seed: string, count: number) => Promise<Assault>;

/** How many inputs of each kind are in a round. */
const ATTACKS: readonly (readonly [attack: Attack, count: number])[] = [
  [attackContract, 450],
  [attackSockets, 120],
  [attackControl, 120],
  [attackClient, 450],
  [attackTransport, 96],
  [attackFiles, 160],
];

/** A tenth of each, before memory is looked at: compiled code and caches are no leak. */
const WARM_UP = 0.1;
let warm = false;

export const part: Part = {
  name: "inputs",
  promises: [
    "Whatever is sent to the sandbox or to the bot's control socket is answered: never by a crash, a hang or a 5xx, always by JSON, and what is refused changes nothing.",
    "Whatever a server sends to the bot comes to a sound value or to a typed error; a trade counts as filled only where a whole answer holds this very trade.",
    "A file of a bot that something did to (config, CSV, tape, journal, plan of faults, key, spent requests, limits), and params of a strategy, are read, or refused by a typed error that names them.",
    "No input makes memory grow, reaches a prototype, or takes the name of a token that config uses.",
  ],
  how:
    "Properties (fast-check) draw inputs from the round's seed: valid ones with fields replaced, removed, renamed, repeated or nested, numbers that no machine holds, texts that mean something elsewhere, and bytes that are flipped, cut and doubled. " +
    "They go to the sandbox in process and over sockets (beside connections that never finish their request), to the control socket, and as answers to the real gateway, in process and over HTTP from a server that lies about lengths, never ends, or speaks another protocol; and into the files that a bot reads, YAML's aliases, tags and merge keys among them. " +
    "The judges are apart from what they judge: they look at the bytes, at the exchange's ledger after each request, at the type of each error, at the prototypes, and at the memory in use once a round is over.",
  target: { inputs: 100_000 },
  round: (seed) => round(seed),
};

async function round(seed: string): Promise<Tally> {
  if (!warm) await assault("warm up", WARM_UP);
  warm = true;
  const before = await memoryInUse();
  const { inputs, failures } = await assault(seed, 1);
  const leak = judgeMemory(before, await memoryInUse());
  return {
    counts: { inputs: Object.values(inputs).reduce((sum, count) => sum + count, 0) },
    faults: inputs,
    failures: leak === null ? failures : [...failures, leak],
  };
}

async function assault(seed: string, share: number): Promise<Assault> {
  const all: Assault[] = [];
  for (const [attack, count] of ATTACKS) all.push(await attack(seed, Math.ceil(count * share)));
  return together(all);
}
