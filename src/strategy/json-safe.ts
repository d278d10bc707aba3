/** Whether a value survives JSON. */
function survives(value: unknown): boolean {
  switch (typeof value) {
    case "string":
    case "boolean":
      return true;
    case "number":
      return Number.isFinite(value);
    case "object":
      return value === null || membersSurvive(value);
    default:
      return false;
  }
}

function membersSurvive(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && !(prototype === Array.prototype && Array.isArray(value))) return false;
  // Faster than a list of its members.
  for (const key in value) if (!survives((value as Record<string, unknown>)[key])) return false;
  return true;
}

/** Where a value would not survive JSON: the path to the first such place and what is there; null where it would. */
export function jsonProblem(value: unknown): string | null {
  // Nearly every one does: where that is not so, or not clear at once, the place is looked for.
  return survives(value) ? null : problemAt(value, "");
}

function problemAt(value: unknown, path: string): string | null {
  switch (typeof value) {
    case "string":
    case "boolean":
      return null;
    case "number":
      return Number.isFinite(value) ? null : `${path || "it"} is ${value}`;
    case "object":
      return value === null ? null : memberProblem(value, path);
    default:
      return `${path || "it"} is ${typeof value === "undefined" ? "undefined" : `a ${typeof value}`}`;
  }
}

function memberProblem(value: object, path: string): string | null {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (!Array.isArray(value) && prototype !== Object.prototype && prototype !== null && !isForeignPlain(value))
    return `${path || "it"} is a ${value.constructor.name}`;
  for (const [key, member] of Object.entries(value)) {
    const problem = problemAt(member, path === "" ? key : `${path}.${key}`);
    if (problem !== null) return problem;
  }
  return null;
}

/** A plain object of another realm, whose Object is not ours. */
function isForeignPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value) as object;
  return Object.getPrototypeOf(prototype) === null && value.constructor.name === "Object";
}
