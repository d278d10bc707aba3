import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { WHOLE } from "../../core/number/shares.js";
import type { TokenRegistry } from "../../model/token-registry.js";
import { bindStrategy, type BoundStrategy } from "../../strategy/bind/bind.js";
import { fundedChainsOf } from "../../strategy/bind/buyable.js";
import { isStrategy, type Strategy } from "../../strategy/define.js";
import type { LoadedStrategy } from "../../strategy/load/load.js";
import { shapeProblem } from "../../strategy/shape.js";
import { sourceFingerprint } from "../../strategy/load/source.js";
import type { CompetitionSettings } from "../../venue/settings.js";
import { BacktestOptionError } from "../errors.js";
import type { StrategyUse } from "./options.js";

/** Where a strategy comes from: without a file it cannot be loaded again, and its code is what is known of it. */
function placeOf(strategy: Strategy, file: string | undefined): Pick<LoadedStrategy, "file" | "source"> {
  if (file === undefined) return { file: "", source: codeOf(strategy) };
  const path = resolve(file);
  if (existsSync(path)) return { file: path, source: sourceFingerprint(path) };
  throw new BacktestOptionError(`A strategy's file does not exist: ${path}`, {
    remedy: "Correct `file`, or leave it out; without it the run cannot be replayed.",
  });
}

/** All that makes it decide otherwise, but for its schemas, which have no text: params count as they are. */
function codeOf({ decide, read, needs, schedule, timezone }: Strategy): string {
  const parts = [decide, read, needs, schedule, timezone];
  return parts.map((part) => (typeof part === "function" ? part.toString() : JSON.stringify(part))).join("\0");
}

/**
 * The strategies of a run, those of a library's user joined with their params. Throws StrategyConfigError for params that
 * do not fit, BacktestOptionError for none at all, names that stand twice, and allocations that cannot be.
 */
export function boundStrategies(
  given: readonly (BoundStrategy | StrategyUse)[],
  registry: TokenRegistry,
  { allowCrossChain: crossChain, startBalances }: CompetitionSettings,
): BoundStrategy[] {
  if (given.length === 0)
    throw new BacktestOptionError("There is no strategy to run", { remedy: "Give at least one in `strategies`." });
  const fundedChains = fundedChainsOf(startBalances, registry);
  const bound = given.map((one) => {
    if (isStrategy(one))
      throw new BacktestOptionError(`The strategy ${one.name} is not wrapped in an object in \`strategies\``, {
        remedy:
          "Write { strategy: mine } instead of mine. Params, name and allocation are further members of that object.",
      });
    if (!("strategy" in one)) return one;
    const { strategy: definition, allocation = 1 / given.length, params, name, file } = one;
    const problem = shapeProblem(definition);
    if (problem !== null)
      throw new BacktestOptionError(`Invalid strategy: ${problem}`, {
        remedy: "Define it with defineStrategy({ … }); TypeScript reports missing members.",
      });
    return bindStrategy(
      { definition, ...placeOf(definition, file) },
      { allocation, params, name },
      { registry, crossChain, fundedChains },
    );
  });
  const names = bound.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined)
    throw new BacktestOptionError(`Two strategies are named ${twice}`, { remedy: "Give one of them another `name`." });
  checkAllocations(bound);
  return bound;
}

function checkAllocations(bound: readonly BoundStrategy[]): void {
  const remedy = "Each must be from 0 to 1, and all together at most 1.";
  for (const { name, allocation } of bound)
    if (!(allocation >= 0 && allocation <= 1))
      throw new BacktestOptionError(`The allocation of ${name} is ${allocation}`, { remedy });
  const allocated = bound.reduce((sum, { allocation }) => sum + allocation, 0);
  if (allocated > WHOLE) throw new BacktestOptionError(`The allocations add up to ${allocated}`, { remedy });
}
