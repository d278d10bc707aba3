import type { z } from "zod";
import type { SlippageModel } from "../model/slippage.js";
import type { TokenName } from "../model/token.js";
import type { Control } from "../model/trade-risk.js";

/** What a control's setting is about. A config file lists the settings in this order. */
export const SUBJECTS = ["size", "price", "pace", "cash", "tokens", "loss"] as const;

/** What an earlier run has left, USD; null where there is nothing. */
export interface EquityBefore {
  /** Highest believed value. */
  readonly peak: number | null;
  /** The last one of all, by own prices. */
  readonly last: number | null;
}

/** What controls are made with, besides their own settings. */
export interface ControlParts {
  /** The smallest trade, USD. */
  readonly smallest: number;
  /** Equity before a restart; absent: it is the first start. */
  readonly before?: EquityBefore | undefined;
}

/** What `doctor` knows when it looks at a setting. */
export interface DoctorFacts {
  /** The smallest trade, USD. */
  readonly smallest: number;
  /** Trades that the competition asks for each day; null: none. */
  readonly due: number | null;
  readonly slippage: SlippageModel;
  readonly strategies: readonly { readonly name: string; readonly traded: readonly TokenName[] }[];
  isCash(token: TokenName): boolean;
}

/** A setting that keeps the bot from trading, and what to do about it. */
interface Advice {
  readonly text: string;
  readonly remedy: string;
}

/** What a code means where two runs are compared. */
interface CodeMeaning {
  /** What may be why only one of the runs got it. */
  readonly cause: "quote" | "price" | "timing" | "rule";
  /** Whether it speaks of the trade's size: what the size follows from is a likelier reason then. */
  readonly ofSize?: boolean;
}

/** One control of risk: its setting, what it does, and how two runs are compared by it. Each has a file, and a row in CONTROLS. */
export interface ControlDefinition<
  Key extends string = string,
  Setting extends z.ZodType = z.ZodType,
  InConfig extends z.ZodType | null = z.ZodType | null,
> {
  /** kebab-case; what the journal calls it. */
  readonly name: string;
  /** The name of its setting in `risk`, of a config file and of an engine's settings. */
  readonly key: Key;
  readonly subject: (typeof SUBJECTS)[number];
  /** What the setting is, one sentence or two. */
  readonly description: string;
  /** The setting as code gives it, with its range. */
  readonly schema: Setting;
  /** The setting in a config file; null: section `risk` has none. */
  readonly config: InConfig;
  /** What holds where nothing is set; absent: the control is off then. */
  readonly usual?: z.output<Setting>;
  /** What sets it (the setting, unless said), and what it does to an entry and to an exit: the table of docs/concepts/risk.md. */
  readonly does: { readonly by?: string; readonly entry: string; readonly exit: string };
  /** The codes with which it cuts or refuses a trade, and those with which such a trade ends elsewhere. */
  readonly codes: Readonly<Record<string, CodeMeaning>>;
  /** Where a run's config has what limits it: two runs are compared by what stands there. Default: its setting in `risk`. */
  readonly comparedBy?: readonly string[];
  create(setting: z.output<Setting>, parts: ControlParts): Control;
  /** What `doctor` says of the setting; absent: it has no remark on any. */
  examine?(setting: z.output<Setting>, facts: DoctorFacts): readonly Advice[];
}

/** Gives the definition with the types of its key and its schemas. */
export function defineControl<const Key extends string, Setting extends z.ZodType, InConfig extends z.ZodType | null>(
  definition: ControlDefinition<Key, Setting, InConfig>,
): ControlDefinition<Key, Setting, InConfig> {
  return definition;
}
