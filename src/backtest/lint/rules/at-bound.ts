import { isJsonObject, type JsonObject, type JsonValue } from "../../../core/json.js";
import type { LintRule, Finding } from "../finding.js";

/** A param stands at the end of what its schema allows, and not because that is the default. */
export const atBound: LintRule = ({ result: { strategies }, bounds = {} }) =>
  strategies.flatMap(({ name, params }) => {
    const properties = objectIn(bounds[name]?.["properties"]);
    return Object.entries(objectIn(params)).flatMap(([param, value]) =>
      typeof value === "number" ? findingsOf(name, param, value, objectIn(properties[param])) : [],
    );
  });

function findingsOf(strategy: string, param: string, value: number, schema: JsonObject): Finding[] {
  const bound = boundAt(value, schema);
  if (bound === null || schema["default"] === value) return [];
  return [
    {
      code: "AT_BOUND",
      severity: "warning",
      text: `${strategy}: ${param} is ${value}, the ${bound} allowed value; the best one may lie beyond it.`,
      remedy: `Widen the bounds of ${param} in the strategy's params and test values beyond. A value that always ends at its bound usually does not have the intended effect.`,
    },
  ];
}

function boundAt(value: number, schema: JsonObject): "least" | "most" | null {
  const step = schema["type"] === "integer" ? 1 : 0;
  const lower = [limit(schema["minimum"], 0), limit(schema["exclusiveMinimum"], step)];
  const upper = [limit(schema["maximum"], 0), limit(schema["exclusiveMaximum"], -step)];
  return lower.includes(value) ? "least" : upper.includes(value) ? "most" : null;
}

/** The bounds that every whole number has, because it is one, were chosen by nobody. */
function limit(bound: JsonValue | undefined, shift: number): number | null {
  if (typeof bound !== "number" || Math.abs(bound) >= Number.MAX_SAFE_INTEGER) return null;
  return bound + shift;
}

function objectIn(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
