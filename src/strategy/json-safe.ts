/** Where a value would not survive JSON: the path to the first such place and what is there; null where it would. */
export function jsonProblem(value: unknown, path = ""): string | null {
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
    const problem = jsonProblem(member, path === "" ? key : `${path}.${key}`);
    if (problem !== null) return problem;
  }
  return null;
}

/** A plain object of another realm, whose Object is not ours. */
function isForeignPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value) as object;
  return Object.getPrototypeOf(prototype) === null && value.constructor.name === "Object";
}
