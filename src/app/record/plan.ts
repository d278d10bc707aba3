import { DAY, formatDuration, SECOND } from "../../core/time/duration.js";
import type { TokenRegistry } from "../../model/token-registry.js";
import type { TokenName } from "../../model/token.js";
import { durationOf } from "../duration-flag.js";
import { UsageError } from "../errors.js";

/** The flags of a recording. */
export interface RecordFlags {
  /** Names, apart by commas; default: what the config's strategies trade. */
  readonly tokens?: string;
  readonly every?: string;
  /** Pairs FROM/TO, apart by commas. */
  readonly quotes?: string;
  /** USD, apart by commas. */
  readonly sizes?: string;
  readonly quotesEvery?: string;
  readonly out?: string;
  readonly for?: string;
}

/** A validated plan of a recording. Times in milliseconds of the service's clock. */
export interface RecordPlan {
  /** Those of the pairs included: a size in USD needs the price. */
  readonly tokens: readonly TokenName[];
  readonly every: number;
  readonly pairs: readonly (readonly [from: TokenName, to: TokenName])[];
  /** USD, rising. */
  readonly sizes: readonly number[];
  readonly quotesEvery: number;
  /** How long; null: until it is stopped. */
  readonly lasts: number | null;
}

const USUAL = { every: "30s", sizes: "100,1000,10000", quotesEvery: "5m" } as const;
const SHORTEST = SECOND;
const LONGEST = DAY;

/** Reads the flags. Throws UsageError, UnknownTokenError. */
export function recordPlan(flags: RecordFlags, usual: readonly TokenName[], registry: TokenRegistry): RecordPlan {
  const name = (text: string): TokenName => registry.resolve(text).name;
  const pairs = listOf(flags.quotes).map((text) => pairOf(text, name));
  const named = flags.tokens === undefined ? usual : listOf(flags.tokens).map(name);
  const tokens = [...new Set([...named, ...pairs.flat()])];
  if (tokens.length === 0)
    throw new UsageError("There is nothing to record: no tokens were given, and the config's strategies trade none", {
      remedy: "Give tokens: --tokens WETH.eth,WBTC.eth.",
    });
  if (pairs.length === 0)
    for (const [flag, given] of [
      ["--sizes", flags.sizes],
      ["--quotes-every", flags.quotesEvery],
    ] as const)
      if (given !== undefined)
        throw new UsageError(`${flag} needs --quotes`, {
          remedy: "Also give pairs: --quotes USDC.eth/WETH.eth.",
        });
  return {
    tokens,
    pairs,
    every: periodOf("--every", flags.every ?? USUAL.every),
    sizes: sizesOf(flags.sizes ?? USUAL.sizes),
    quotesEvery: periodOf("--quotes-every", flags.quotesEvery ?? USUAL.quotesEvery),
    lasts: flags.for === undefined ? null : lastingOf(flags.for),
  };
}

function listOf(text = ""): string[] {
  const parts = text.split(",").map((part) => part.trim());
  return [...new Set(parts.filter((part) => part !== ""))];
}

function pairOf(text: string, name: (text: string) => TokenName): readonly [TokenName, TokenName] {
  const [from = "", to = "", ...more] = text.split("/").map((part) => part.trim());
  if (from === "" || to === "" || more.length > 0)
    throw new UsageError(`--quotes: "${text}" is not a pair of tokens`, {
      remedy: "Write FROM/TO: USDC.eth/WETH.eth.",
    });
  const pair = [name(from), name(to)] as const;
  if (pair[0] === pair[1])
    throw new UsageError(`--quotes: "${text}" names one token twice`, { remedy: "A swap needs two tokens." });
  return pair;
}

function sizesOf(text: string): number[] {
  const sizes = listOf(text).map(Number);
  if (sizes.length > 0 && sizes.every((size) => Number.isFinite(size) && size > 0)) return sizes.sort((a, b) => a - b);
  throw new UsageError(`--sizes: "${text}" is not a list of sizes in USD`, {
    remedy: "Write numbers above 0, separated by commas: 100,1000,10000.",
  });
}

function periodOf(flag: string, text: string): number {
  const period = Math.round(durationOf(flag, text));
  if (period >= SHORTEST && period <= LONGEST) return period;
  throw new UsageError(`${flag}: ${text} is not between ${formatDuration(SHORTEST)} and ${formatDuration(LONGEST)}`, {
    remedy: `Write a time such as ${USUAL.every} or ${USUAL.quotesEvery}.`,
  });
}

function lastingOf(text: string): number {
  const lasts = Math.round(durationOf("--for", text));
  if (lasts > 0) return lasts;
  throw new UsageError(`--for: ${text} is not above 0`, { remedy: "Write 30m or 3d, or leave it out." });
}
