import { seededRandom, type Random } from "../../../src/core/random.js";
import type { FaultPlan } from "../../../src/sandbox/index.js";
import type { TokenName } from "../../../src/model/token.js";
import { forecast } from "./forecast.js";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** One strategy of the bot. */
export interface Player {
  readonly name: string;
  readonly tokens: readonly TokenName[];
  readonly every: string;
  readonly most: number;
  readonly allocation: number;
}

/** All that a seed decides of a round before it begins. */
export interface Scene {
  readonly seed: string;
  /** Epoch milliseconds. */
  readonly start: number;
  /** From when on nothing is decided and nothing goes wrong any more. */
  readonly calmFrom: number;
  readonly end: number;
  /** When the first competition ends and the second begins, epoch milliseconds; null: there is only one. */
  readonly change: { readonly ends: number; readonly begins: number } | null;
  readonly crossChain: boolean;
  readonly players: readonly Player[];
  /** How the service misbehaves; null: not at all. */
  readonly faults: FaultPlan | null;
  /** Whether it does so beyond what the settling time is made for. */
  readonly beyond: boolean;
  /** Whether it may keep other reasons than it was sent: then a marker proves nothing. */
  readonly reasons: boolean;
  /** Labelled points that a process lives, on average. */
  readonly lifespan: number;
  /** Milliseconds between two trades by other hands, on average; Infinity: none. */
  readonly handsEvery: number;
  /** By how much the bot's clock is ahead of the service's, milliseconds. */
  readonly skew: number;
  /** When it jumps, epoch milliseconds, and by how much; null: never. */
  readonly jump: { readonly at: number; readonly by: number } | null;
  /** Whether the journal is the one on disk; else one in memory that takes and refuses the same. */
  readonly disk: boolean;
  /** Trades a day that the bot keeps by itself; null: none. */
  readonly minimum: number | null;
}

const SETS: readonly (readonly TokenName[])[] = [
  ["USDC.eth", "WETH.eth", "WBTC.eth", "USDT.eth"],
  ["USDC.base", "WETH.base", "USDT.base"],
  ["USDC.svm", "SOL.svm", "USDT.svm"],
];

/** How long after the calm begins the bot runs on: whatever is not known by then never will be. */
const CALM = 30 * MINUTE;

/** @param most milliseconds of trading, at most */
export function sceneOf(seed: string, most = Infinity): Scene {
  const random = seededRandom(seed).fork("scene");
  const start = Date.UTC(2025, 2, 1, random.int(20)) + random.int(HOUR);
  const length = Math.min(most, 40 * MINUTE + random.int(80 * MINUTE));
  const calmFrom = start + length;
  const ends = start + Math.floor(length * (0.3 + 0.4 * random.next()));
  const beyond = random.next() < 0.15;
  const reasons = random.next() < 0.1;
  const change = random.next() < 0.2 ? { ends, begins: ends + random.int(5 * MINUTE) } : null;
  return {
    seed,
    start,
    calmFrom,
    end: calmFrom + CALM,
    change,
    crossChain: random.next() < 0.3,
    players: SETS.map((tokens, index) => player(tokens, index, random)),
    faults:
      random.next() < 0.15
        ? null
        : forecast(seed, random, { beyond, reasons, firstEnds: change && change.ends - start }),
    beyond,
    reasons,
    lifespan: random.next() < 0.3 ? Infinity : 100 + random.int(1_500),
    handsEvery: random.next() < 0.5 ? Infinity : 2 * MINUTE + random.int(20 * MINUTE),
    skew: random.next() < 0.6 ? 0 : Math.round((random.next() - 0.5) * 10 * MINUTE),
    minimum: random.next() < 0.3 ? 10_000 : null,
    jump: random.next() < 0.2 ? { at: start + random.int(length), by: (random.int(40) - 20) * MINUTE } : null,
    disk: random.next() < 0.15,
  };
}

function player(tokens: readonly TokenName[], index: number, random: Random): Player {
  const every = [20, 30, 60][random.int(3)] ?? 60;
  return {
    name: `dice-${index + 1}`,
    tokens,
    every: every === 60 ? `${random.int(60)} * * * * *` : `*/${every} * * * * *`,
    most: 1 + random.int(4),
    allocation: [0.2, 0.3, 0.33][random.int(3)] ?? 0.3,
  };
}
