import type { TokenRegistry } from "../../model/token-registry.js";
import type { BoundStrategy } from "../../strategy/bind/bind.js";
import type { Config } from "../config/schema.js";
import { warn, type Finding } from "./check.js";

/**
 * Warns of limits by which nothing can be bought, or not what a strategy trades, or by which the daily minimum is not kept.
 *
 * @param due trades a day that are asked for; null: none
 */
export function checkEntries(
  strategies: readonly BoundStrategy[],
  registry: TokenRegistry,
  due: number | null,
  { risk, execution }: Pick<Config, "risk" | "execution">,
): Finding[] {
  const findings: Finding[] = [];
  const { maxTradeUsd, maxTradesPerDay, tokens } = risk;
  if (maxTradeUsd !== undefined && maxTradeUsd < execution.minTradeUsd) {
    const text = `\`maxTradeUsd: ${maxTradeUsd}\` lets no buy through: trades below $${execution.minTradeUsd} are not made`;
    findings.push(warn("risk", text, `Raise it to ${execution.minTradeUsd} at least, or leave it out.`));
  }
  if (maxTradesPerDay !== undefined && due !== null && maxTradesPerDay < due) {
    const text = `\`maxTradesPerDay: ${maxTradesPerDay}\` is less than the ${due} trades a day that are asked for`;
    findings.push(warn("risk", text, `Raise it to ${due} at least: a team below the minimum may be deactivated.`));
  }
  if (tokens === undefined) return findings;
  const allowed = new Set(tokens.map((name) => registry.resolve(name).name));
  for (const { name, traded } of strategies) {
    const barred = traded.filter((token) => !allowed.has(token) && !registry.isCash(token));
    if (barred.length === 0) continue;
    const text = `\`tokens\` does not let ${name} buy ${barred.join(", ")}`;
    findings.push(warn("risk", text, "Add it there, or name another one in the strategy's params."));
  }
  return findings;
}
