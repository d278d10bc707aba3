import { statSync } from "node:fs";
import { every, type Cancel } from "../../core/clock.js";
import { messageOf } from "../../core/errors.js";
import type { Log } from "../../core/log.js";
import { systemClock } from "../../core/system-clock.js";
import {
  checkFaultPlan,
  FaultPlanError,
  pathText,
  type FaultControl,
  type FaultPlan,
  type FaultPlanProblem,
} from "../../sandbox/index.js";
import { placeOf, placeOfKey } from "../config/places.js";
import { ConfigError } from "../config/problem.js";
import { plainOf, readSource, type ConfigSource } from "../config/source.js";

const NEEDS = "It needs at least `faults: []`; config/faults.yaml of Contender is an example.";

/** How often the file is looked at, milliseconds. */
const LOOK_MS = 250;

/** Reads and checks a plan of faults, YAML or JSON. Throws FaultPlanError, which names every problem with its line. */
export function readFaultPlan(file: string): FaultPlan {
  try {
    const source = readSource(file, {
      needs: NEEDS,
      name: "Name another one: `faults` in config, or `contender sandbox --faults FILE`.",
    });
    return planOf(source);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const [{ line, column, text, hint } = { line: null, column: null, text: error.message, hint: "" }] = error.problems;
    const place = line === null ? file : `${file}:${line}:${column ?? 1}`;
    throw new FaultPlanError([{ path: [], text, hint }], () => place);
  }
}

/** What tells one state of a file from the next. */
type FileState = string;

/** The state of a file now; who reads it afterwards can be told of every later change. Empty where it cannot be seen. */
export function stateOf(file: string): FileState {
  try {
    const { mtimeMs, size, ino } = statSync(file);
    return `${mtimeMs} ${size} ${ino}`;
  } catch {
    return "";
  }
}

/**
 * Follows a file of faults: whenever it changes, the sandbox takes the new plan. One that is broken is told, and the
 * plan before it stays.
 *
 * @param read its state before it was last read
 * @returns ends it
 */
export function followFaultFile(file: string, read: FileState, faults: FaultControl, log: Log): Cancel {
  let seen = read;
  return every(systemClock, LOOK_MS, () => {
    const now = stateOf(file);
    if (now !== seen) take(file, faults, log);
    seen = now;
  });
}

function take(file: string, faults: FaultControl, log: Log): void {
  try {
    const plan = readFaultPlan(file);
    faults.set(plan);
    log.info("The plan of faults has changed", { file, faults: plan.faults.length });
  } catch (error) {
    log.error(`The plan of faults has changed and cannot be used, so the one before it stays: ${messageOf(error)}`);
  }
}

function planOf(source: ConfigSource): FaultPlan {
  const [first] = source.problems;
  if (first !== undefined) throw new ConfigError(source.file, [first]);
  const raw = plainOf(source);
  try {
    checkFaultPlan(raw);
  } catch (error) {
    if (!(error instanceof FaultPlanError)) throw error;
    throw new FaultPlanError(error.problems, (problem) => placeText(source, problem));
  }
  return raw as FaultPlan;
}

function placeText(source: ConfigSource, { path, text }: FaultPlanProblem): string {
  const { line, column } = /no such key/.test(text) ? placeOfKey(source, path) : placeOf(source, path);
  return `${source.file}:${line}:${column}  ${pathText(path)}`;
}
