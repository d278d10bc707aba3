import { statSync } from "node:fs";
import { every, type Cancel } from "../../core/time/clock.js";
import { messageOf } from "../../core/errors.js";
import type { Log } from "../../core/log.js";
import { pathText } from "../../core/path.js";
import { systemClock } from "../../core/time/system-clock.js";
import {
  checkFaultPlan,
  FaultPlanError,
  type FaultControl,
  type FaultPlan,
  type FaultPlanProblem,
} from "../../sandbox/index.js";
import { placeOf, placeOfKey } from "../config/places.js";
import { ConfigError } from "../config/problem.js";
import { plainOf, readSource, type ConfigSource } from "../config/source.js";

const NEEDS = "A fault plan needs at least `faults: []`. See config/faults.yaml of Contender for an example.";

/** How often the file is looked at, milliseconds. */
const LOOK_MS = 250;

/** Reads and checks a plan of faults, YAML or JSON. Throws FaultPlanError, which names every problem with its line. */
export function readFaultPlan(file: string): FaultPlan {
  try {
    const source = readSource(file, {
      needs: NEEDS,
      name: "Give another file: `faults` in the config, or `contender sandbox --faults FILE`.",
    });
    return planOf(source);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const [{ line, column, text, hint } = { line: null, column: null, text: error.message, hint: "" }] = error.problems;
    const place = line === null ? file : `${file}:${line}:${column ?? 1}`;
    // Of a file as a whole that could not be read, the error itself says what to do.
    const advice = line === null && hint === "" ? error.remedy : hint;
    throw new FaultPlanError([{ path: [], text, hint: advice }], () => place);
  }
}

/** A plan of faults in a file, and what makes a sandbox follow the file from when it was read on. */
interface FaultFile {
  readonly plan: FaultPlan;
  /** Whenever the file changes the sandbox takes the new plan; one that is broken is told, and the plan before it stays. */
  follow(faults: FaultControl, log: Log): Cancel;
}

/** Reads a plan of faults that is to be followed. Throws as `readFaultPlan` does. */
export function openFaultFile(file: string): FaultFile {
  // Before it is read: a change meanwhile is one that is seen.
  let seen = stateOf(file);
  const plan = readFaultPlan(file);
  return {
    plan,
    follow: (faults, log) =>
      every(systemClock, LOOK_MS, () => {
        const now = stateOf(file);
        if (now !== seen) take(file, faults, log);
        seen = now;
      }),
  };
}

/** What tells one state of a file from the next; empty where it cannot be seen. */
function stateOf(file: string): string {
  try {
    const { mtimeMs, size, ino } = statSync(file);
    return `${mtimeMs} ${size} ${ino}`;
  } catch {
    return "";
  }
}

function take(file: string, faults: FaultControl, log: Log): void {
  try {
    const plan = readFaultPlan(file);
    faults.set(plan);
    log.info("The fault plan has changed", { file, faults: plan.faults.length });
  } catch (error) {
    log.error(`The changed fault plan is invalid, so the previous one stays in force: ${messageOf(error)}`);
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
  const { line, column } = /^Unknown key/.test(text) ? placeOfKey(source, path) : placeOf(source, path);
  return `${source.file}:${line}:${column}  ${pathText(path) || "the plan"}`;
}
