import type { SlippageModel } from "../../model/slippage.js";
import type { TokenRegistry } from "../../model/token-registry.js";
import type { BoundStrategy } from "../../strategy/bind/bind.js";
import { CONTROLS_BY_SUBJECT } from "../../risk/index.js";
import { riskSettings } from "../config/engine-settings.js";
import type { Config } from "../config/schema.js";
import { warn, type Finding } from "./check.js";

/** What the limits of risk are looked at with. */
interface Circumstances {
  readonly strategies: readonly BoundStrategy[];
  readonly registry: TokenRegistry;
  /** By which the service charges. */
  readonly slippage: SlippageModel;
  /** Trades a day that are asked for; null: none. */
  readonly due: number | null;
}

/** Warns of limits by which nothing can be bought, or not what a strategy trades, or by which the daily minimum is not kept. */
export function checkLimits(config: Pick<Config, "risk" | "execution">, given: Circumstances): Finding[] {
  const { strategies, registry, slippage, due } = given;
  const facts = {
    ...{ strategies, slippage, due, smallest: config.execution.minTradeUsd },
    isCash: (token: string) => registry.isCash(token),
  };
  const set = new Map<string, unknown>(Object.entries(riskSettings(config, registry)));
  return CONTROLS_BY_SUBJECT.flatMap((control) => {
    const setting = set.get(control.key);
    const advice = setting === undefined ? [] : (control.examine?.(setting, facts) ?? []);
    return advice.map(({ text, remedy }) => warn("risk", text, remedy));
  });
}
