import { resolve } from "node:path";
import { z } from "zod";
import { messageOf } from "../../core/errors.js";
import type { Strategy } from "../../strategy/define.js";
import { namedSchedule, scheduleText } from "../../strategy/bind/schedule.js";
import { takeSecretsOut } from "../config/find.js";
import { expectation, type SchemaNode } from "../../core/json-schema.js";
import { loadFile } from "./load.js";
import { shippedFolder, strategyFiles } from "./find.js";

interface ParamDescription {
  readonly name: string;
  /** The allowed values, in words. */
  readonly expected: string;
  /** JSON; null where there is none. */
  readonly default: string | null;
  /** Whether config has to give it. */
  readonly needed: boolean;
  readonly description: string;
}

export interface StrategyDescription {
  readonly name: string;
  readonly file: string;
  readonly summary: string;
  /** Cron patterns, or how they follow from the params. */
  readonly schedule: string;
  readonly params: readonly ParamDescription[];
  /** Why it cannot be used; null where it can. */
  readonly error: string | null;
}

/**
 * The strategies that come with Contender, and those in ./strategies of the folder.
 *
 * @param config the config file that was named: its secrets leave the environment before a strategy is evaluated
 */
export function describeStrategies(folder: string, config: string | undefined): StrategyDescription[] {
  takeSecretsOut(config);
  const own = resolve(folder, "strategies");
  const folders = [...new Set([own, resolve(shippedFolder())])];
  return folders.flatMap(strategyFiles).map(({ name, file }) => describe(name, file));
}

function describe(name: string, file: string): StrategyDescription {
  try {
    const { definition } = loadFile(file);
    const { summary } = definition;
    return {
      name: definition.name,
      file,
      summary,
      schedule: scheduleOf(definition),
      params: paramsOf(definition),
      error: null,
    };
  } catch (error) {
    return { name, file, summary: "", schedule: "", params: [], error: messageOf(error) };
  }
}

function scheduleOf({ schedule, timezone }: Strategy): string {
  return typeof schedule === "function" ? "depends on its params" : scheduleText(namedSchedule(schedule, timezone));
}

function paramsOf({ params }: Strategy): ParamDescription[] {
  const schema = z.toJSONSchema(params, { io: "input", unrepresentable: "any" }) as SchemaNode & {
    readonly required?: readonly string[];
  };
  return Object.entries(schema.properties ?? {}).map(([name, node]) => ({
    name,
    expected: expectation(node),
    default: node.default === undefined ? null : JSON.stringify(node.default),
    needed: schema.required?.includes(name) === true,
    description: node.description ?? "",
  }));
}
