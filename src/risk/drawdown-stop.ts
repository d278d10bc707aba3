import { z } from "zod";
import { ROUNDING } from "../core/number/decimal.js";
import type { Control } from "../model/trade-risk.js";
import { APPROVED, percentText, usdText } from "./amounts.js";
import { defineControl, type EquityBefore } from "./control-definition.js";

const name = "drawdown-stop";
const DEFAULT_SAMPLES = 3;
const DEFAULT_AGREEMENT = 0.03;

const share = z
  .number()
  .gt(0)
  .lt(1)
  .meta({ expected: "a share between 0 and 1, such as 0.2 for 20 %" })
  .describe("How far equity may fall below its peak before trading stops, 0.2 for 20 %.");
const samples = z.int().min(1).max(100);
/** How far the two values of a sample may differ, as a share of the larger. */
const agreement = z.number().min(0).max(1);
const schema = z.strictObject({ share, samples: samples.optional(), agreement: agreement.optional() });

export type DrawdownSettings = Readonly<z.output<typeof schema>>;

export const drawdownStopControl = defineControl({
  name,
  key: "drawdownStop",
  subject: "loss",
  description: "Stops trading (exit code 4) when equity has fallen too far.",
  schema,
  config: z
    .strictObject({
      share,
      samples: samples
        .default(DEFAULT_SAMPLES)
        .describe("Consecutive samples on which own valuation and the service's must agree."),
    })
    .optional(),
  does: { entry: "refused once it has tripped", exit: "refused too: a person decides now" },
  // STOPPED is what trades end with that wait while the bot stops.
  codes: { DRAWDOWN_STOP: { cause: "rule" }, STOPPED: { cause: "timing" } },
  create: (settings, { before }) => new DrawdownStop(settings, before),
});

/** Where a figure of the service comes from. */
export type DrawdownSource = "portfolio" | "leaderboard";

/** Two independent readings of what everything is worth. */
interface DrawdownSample {
  /** Own balances × own prices, USD. */
  readonly own: number;
  /** The service's figure, and when it was computed (of a leaderboard: read), epoch milliseconds; null where there is none. */
  readonly service: { readonly source: DrawdownSource; readonly usd: number; readonly at: number } | null;
  /** Whether something that is held has no price now: such a sample says nothing. */
  readonly unpriced: boolean;
}

/** What the stop makes of the samples so far. */
export interface DrawdownState {
  readonly tripped: boolean;
  /** Loss from the highest believed value, 0 to 1, by the last believed sample. */
  readonly drawdown: number;
  /** Highest believed value, USD; null before the first. */
  readonly peak: number | null;
  /** Why nothing is traded, in words with figures: it has tripped, or an earlier run has ended as low; "" where neither is so. */
  readonly reason: string;
}

const NOTHING_BEFORE: EquityBefore = { peak: null, last: null };

/**
 * Stops all trading, exits included, once the loss from the peak is too large: from there on a person
 * decides (exit code 4). It believes a sample only when two sources agree, and trips only when several
 * believed ones in a row say so, each with a newer figure of the service. A stale snapshot, an absurd
 * price or a token that lost its price makes the sources differ, so it neither trips nor lifts the peak.
 * Should the service value its snapshot at the absurd price too, that is one sample: the peak is the
 * highest value that as many in a row have reached (the first sample of all counts by itself).
 * Where an earlier run has ended as low, nothing is traded before a believed sample says otherwise.
 */
export class DrawdownStop implements Control {
  readonly name = name;
  readonly #share: number;
  readonly #samples: number;
  readonly #agreement: number;
  #peak: number | null;
  /** The last figure of each source. */
  readonly #last = new Map<DrawdownSource, { readonly usd: number; readonly at: number }>();
  /** The believed values in a row, at most as many as must agree. */
  #recent: number[] = [];
  #streak = 0;
  #drawdown = 0;
  #reason = "";
  #held = "";

  constructor(settings: DrawdownSettings, { peak, last }: EquityBefore = NOTHING_BEFORE) {
    this.#share = settings.share;
    this.#samples = settings.samples ?? DEFAULT_SAMPLES;
    this.#agreement = settings.agreement ?? DEFAULT_AGREEMENT;
    this.#peak = peak;
    if (peak === null || peak === 0 || last === null || !this.#isTooLarge(1 - last / peak)) return;
    this.#held = `equity was ${this.#fallen(last, 1 - last / peak, peak)} when an earlier run ended: nothing is traded before own prices and the service say otherwise`;
  }

  /** Takes in a sample. Once tripped it stays so. */
  sample({ own, service, unpriced }: DrawdownSample): DrawdownState {
    if (service === null || !this.#isNews(service)) return this.state();
    if (unpriced || !this.agrees(own, service.usd)) {
      this.#streak = 0;
      this.#recent = [];
      return this.state();
    }
    this.#peak = this.#lifted(this.#peak, Math.min(own, service.usd));
    // Both must have fallen that far: the better of the two is what counts.
    const value = Math.max(own, service.usd);
    this.#drawdown = this.#peak === 0 ? 0 : Math.max(0, 1 - value / this.#peak);
    this.#streak = this.#isTooLarge(this.#drawdown) ? this.#streak + 1 : 0;
    if (this.#streak === 0) this.#held = "";
    if (this.#streak >= this.#samples && this.#reason === "")
      this.#reason = `equity fell to ${this.#fallen(value, this.#drawdown, this.#peak)}, by own prices and by the service${this.#samples === 1 ? "" : `, ${this.#samples} times in a row`}`;
    return this.state();
  }

  state(): DrawdownState {
    const reason = this.#reason || this.#held;
    return { tripped: this.#reason !== "", drawdown: this.#drawdown, peak: this.#peak, reason };
  }

  assess(): ReturnType<Control["assess"]> {
    const { reason } = this.state();
    return reason === "" ? APPROVED : { verdict: "refused", code: "DRAWDOWN_STOP", reason };
  }

  atSending(): ReturnType<Control["assess"]> {
    return this.assess();
  }

  /** The same snapshot twice is one witness, not two, also where two sources show it. */
  #isNews({ source, usd, at }: NonNullable<DrawdownSample["service"]>): boolean {
    const before = this.#last.get(source);
    if (before !== undefined && at <= before.at) return false;
    this.#last.set(source, { usd, at });
    const other = this.#last.get(source === "portfolio" ? "leaderboard" : "portfolio");
    return other === undefined || other.usd !== usd || before?.usd === usd;
  }

  /** A loss is a difference of doubles: of a fifth, 1 - 0.8 is a little less. */
  #isTooLarge(drawdown: number): boolean {
    return drawdown > 0 && drawdown >= this.#share - ROUNDING;
  }

  #fallen(value: number, drawdown: number, peak: number): string {
    return `${usdText(value)}, ${percentText(drawdown)} below its peak of ${usdText(peak)} (limit ${percentText(this.#share)})`;
  }

  #lifted(peak: number | null, value: number): number {
    this.#recent = [...this.#recent, value].slice(-this.#samples);
    if (peak === null) return value;
    return this.#recent.length < this.#samples ? peak : Math.max(peak, Math.min(...this.#recent));
  }

  /** Whether two figures are near enough to each other to be believed. */
  agrees(own: number, service: number): boolean {
    return own > 0 && service > 0 && Math.abs(own - service) <= this.#agreement * Math.max(own, service);
  }
}
