import { iso } from "../../core/time/utc.js";
import type { TokenRegistry } from "../../model/token-registry.js";
import { SYNTHETIC_TOKENS, syntheticTape, type SyntheticTrack } from "../../tape/index.js";
import { durationOf } from "../duration-flag.js";
import { UsageError } from "../errors.js";
import { momentOf } from "../moment.js";
import { startShares, type Progress } from "../process/progress.js";
import { tapeTokens } from "./import.js";
import { tapeInfo, type TapeInfo } from "./info.js";

/** The flags of `contender tape synthetic`, as they were typed. */
interface SyntheticFlags {
  readonly config?: string | undefined;
  readonly out?: string;
  readonly seed?: string;
  readonly from?: string;
  readonly to?: string;
  readonly duration?: string;
  readonly every?: string;
  /** `WETH.eth,WETH.arbitrum=3000`. */
  readonly tokens?: string;
}

/** Makes up a tape. Throws UsageError, UnknownTokenError or a TapeError. */
export async function makeSynthetic(flags: SyntheticFlags, now: number, progress: Progress): Promise<TapeInfo> {
  const { out, seed, every = "1m" } = flags;
  if (out === undefined || seed === undefined)
    throw new UsageError(`--${out === undefined ? "out" : "seed"} is missing`, {
      remedy: "Example: `contender tape synthetic --out tapes/made-up --seed 7 --from 2025-01-01 --duration 30d`.",
    });
  const { from, to } = rangeOf(flags, now);
  const onProgress = startShares(progress, "generating prices");
  try {
    await syntheticTape({
      folder: out,
      seed,
      from,
      to,
      every: everyOf(every),
      tokens: tracksOf(flags.tokens, tapeTokens(flags.config)),
      onProgress,
    });
  } finally {
    progress.end();
  }
  return tapeInfo(out);
}

function everyOf(text: string): number {
  const every = durationOf("--every", text);
  if (every > 0) return every;
  throw new UsageError(`--every: ${text} is not above 0`, { remedy: "Write a time such as 30s or 5m." });
}

function rangeOf({ from, to, duration }: SyntheticFlags, now: number): { from: number; to: number } {
  if (from === undefined || (to === undefined) === (duration === undefined))
    throw new UsageError("The range is incomplete or given twice", {
      remedy: "Give --from, and either --to or --duration: --from 2025-01-01 --duration 30d.",
    });
  const begin = momentOf(from, now);
  const end = to === undefined ? begin + durationOf("--duration", duration ?? "") : momentOf(to, now);
  if (begin < end) return { from: begin, to: end };
  throw new UsageError(`The range from ${iso(begin)} to ${iso(end)} is empty`, {
    remedy: to === undefined ? "Use a --duration above 0, such as 30d." : "Use a --to later than --from.",
  });
}

function tracksOf(text: string | undefined, registry: TokenRegistry): SyntheticTrack[] {
  const names = text?.split(",") ?? SYNTHETIC_TOKENS.map(({ name }) => name);
  return names.map((entry) => {
    const [name = "", price] = entry.split("=");
    const token = registry.resolve(name.trim());
    const usual = SYNTHETIC_TOKENS.find((one) => one.name === token.name);
    const usd = price === undefined ? (usual?.price ?? (token.cash ? 1 : Number.NaN)) : Number(price);
    if (!(usd > 0 && usd < Infinity))
      throw new UsageError(`The first price of ${token.name} is unknown`, {
        remedy: `Give it: --tokens ${token.name}=15.`,
      });
    return { token, price: usd, volatility: usual?.volatility };
  });
}
