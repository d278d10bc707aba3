import { isJsonObject, type JsonObject, type JsonValue } from "../../core/json.js";
import type { IntentRow, VerdictRow } from "../../journal/index.js";
import { CONTROLS, minimumTradeControl } from "../../risk/index.js";
import { leafDifferences, shown } from "./leaf-differences.js";
import type { Cause } from "./report.js";

/** What sets the limit of each control, by the control's name: where a run's config has it. */
const SETTINGS_OF: ReadonlyMap<string, readonly string[]> = new Map(
  CONTROLS.map(({ name, key, comparedBy }) => [name, comparedBy ?? [`risk.${key}`]]),
);

/** The control that ends a trade with a code when it is to be sent. */
const CONTROL_OF: ReadonlyMap<string, string> = new Map(
  CONTROLS.flatMap(({ name, codes }) => Object.keys(codes).map((code) => [code, name] as const)),
);

/** The limits of our own risk that two runs had set otherwise. */
export class RiskLimits {
  /** By the name of their control; none where a journal does not say what was set. */
  readonly #otherwise: ReadonlyMap<string, readonly Cause[]>;

  constructor(first: JsonObject, second: JsonObject) {
    const known = isJsonObject(first["risk"]) && isJsonObject(second["risk"]);
    this.#otherwise = new Map(
      [...(known ? SETTINGS_OF : [])].map(([control, paths]) => [
        control,
        paths.flatMap((path) => setOtherwise(control, path, first, second)),
      ]),
    );
  }

  /** Of the controls that decided how much of a trade was left, or divided it, in one of the runs. */
  ofVerdicts(first: readonly VerdictRow[], second: readonly VerdictRow[]): Cause[] {
    return this.#of([...deciding(first), ...deciding(second)].map(({ control }) => control));
  }

  /** Of the controls that ended a trade when it was to be sent. */
  ofEnds(first: IntentRow, second: IntentRow): Cause[] {
    const codes = [first, second].map(({ transitions }) => transitions.at(-1)?.detail.code);
    return this.#of(codes.flatMap((code) => (typeof code === "string" ? (CONTROL_OF.get(code) ?? []) : [])));
  }

  /** The smallest trade: a target leaves out what is not worth one, and mostly says nothing of it. */
  ofTheSmallest(): readonly Cause[] {
    return this.#of([minimumTradeControl.name]);
  }

  #of(controls: readonly string[]): Cause[] {
    return [...new Set(controls)].flatMap((control) => this.#otherwise.get(control) ?? []);
  }
}

/** What risk said of a decision that had an effect: refusals, divisions, and of several cuts of a trade the last. */
export function deciding(rows: readonly VerdictRow[]): VerdictRow[] {
  const cuts = (row: VerdictRow): boolean => row.verdict === "cut" && row.control !== "planner";
  return rows.filter(({ verdict, control, intent }, i) =>
    verdict === "approved"
      ? control !== "all" && control !== "planner"
      : verdict === "refused" || !rows.slice(i + 1).some((later) => cuts(later) && later.intent === intent),
  );
}

function setOtherwise(control: string, path: string, first: JsonObject, second: JsonObject): Cause[] {
  return leafDifferences(settingOf(first, path), settingOf(second, path), path).map(({ path: setting, a, b }) => {
    const text = `${control} was set otherwise: \`${setting}\` ${shownLimit(a)} against ${shownLimit(b)}`;
    return { kind: "rule", text, first: a, second: b };
  });
}

const shownLimit = (value: JsonValue): string => (value === null ? "none" : shown(value));

function settingOf(config: JsonObject, path: string): JsonValue {
  return path
    .split(".")
    .reduce<JsonValue>((value, name) => (isJsonObject(value) ? (value[name] ?? null) : null), config);
}
