import { z } from "zod";
import { cashReserveControl } from "./cash-reserve.js";
import { competitionCapControl } from "./competition-cap.js";
import { SUBJECTS, type ControlDefinition } from "./control-definition.js";
import { dailyTradesControl } from "./daily-trades.js";
import { drawdownStopControl } from "./drawdown-stop.js";
import { maxTradeShareControl } from "./max-trade-share.js";
import { maxTradeUsdControl } from "./max-trade-usd.js";
import { minimumTradeControl } from "./minimum.js";
import { pairCooldownControl } from "./pair-cooldown.js";
import { maxPriceMoveControl } from "./price-move.js";
import { maxSlippageControl } from "./slippage.js";
import { tokensAllowedControl } from "./tokens-allowed.js";
import { unprovenPriceControl } from "./unproven-price.js";

/** In the order in which they are asked: what refuses before what cuts, the smallest trade last, since cuts may go below it. */
const TABLE = [
  drawdownStopControl,
  tokensAllowedControl,
  pairCooldownControl,
  dailyTradesControl,
  maxTradeUsdControl,
  maxTradeShareControl,
  maxSlippageControl,
  maxPriceMoveControl,
  unprovenPriceControl,
  cashReserveControl,
  competitionCapControl,
  minimumTradeControl,
] as const;

/** Every control of risk. Config, options, `doctor`, `compare` and the docs follow from it. */
export const CONTROLS: readonly ControlDefinition[] = TABLE;

/** Every control, in the order of the settings in a config file. */
export const CONTROLS_BY_SUBJECT: readonly ControlDefinition[] = SUBJECTS.flatMap((subject) =>
  CONTROLS.filter((control) => control.subject === subject),
);

type Row = (typeof TABLE)[number];
type Fixed<Value> = Value extends readonly (infer One)[] ? readonly One[] : Readonly<Value>;

/** The limits that a person sets, one for each control: src/risk/controls.ts lists them, and each control's file describes its own. */
export type RiskSettings = { readonly [One in Row as One["key"]]?: Fixed<z.output<One["schema"]>> };

type SettingSchemas = { [One in Row as One["key"]]: z.ZodOptional<One["schema"]> };
type ConfigSchemas = {
  [One in Row as One["config"] extends z.ZodType ? One["key"] : never]: Extract<One["config"], z.ZodType>;
};

/** The settings as code gives them. */
export const riskSettingsSchema = z.strictObject(
  // What `fromEntries` makes has no types for single keys.
  Object.fromEntries(CONTROLS.map(({ key, schema }) => [key, schema.optional()])) as SettingSchemas,
);

/** Section `risk` of a config file. */
export const riskConfigSchema = z.strictObject(
  Object.fromEntries(
    CONTROLS_BY_SUBJECT.flatMap(({ key, config, description }) =>
      config === null ? [] : [[key, config.describe(description)]],
    ),
  ) as ConfigSchemas,
);

/** What is set for each control that is on, with its definition. */
export function controlsSet(settings: object): { readonly control: ControlDefinition; readonly setting: unknown }[] {
  const given = new Map<string, unknown>(Object.entries(settings));
  return CONTROLS.flatMap((control) => {
    const setting = given.get(control.key) ?? control.usual;
    return setting === undefined ? [] : [{ control, setting }];
  });
}
