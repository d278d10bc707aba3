import { pathText, type Path } from "../../core/path.js";
import { interpolate, isReference, looksSecret, type Environment } from "./environment.js";
import { schemaAt, type SchemaNode } from "../../core/json-schema.js";
import { eachScalar, placeOf } from "./places.js";
import type { Problem } from "./problem.js";
import type { ConfigSource } from "./source.js";

/** Hex numbers of this many digits are addresses: no setting is that large. */
const ADDRESS = /^0x[0-9a-fA-F]{16,}$/;

interface Scalars {
  readonly problems: readonly Problem[];
  /** Paths that already have a problem: what the schema says of them is not repeated. */
  readonly spoilt: ReadonlySet<string>;
  /** Values that must never be shown. */
  readonly secrets: readonly string[];
  /** The environment's variables that such values came from. */
  readonly secretVariables: readonly string[];
  /** Sections with a value that is not needed and could not be filled in. */
  readonly unfilled: ReadonlySet<string>;
}

/**
 * Goes over every value of a file, in place: fills in the environment, catches addresses that YAML has read as numbers,
 * and sees to it that secrets come from the environment. What is not `needed` and cannot be filled in stays the reference
 * that it is.
 */
export function fillScalars(
  source: ConfigSource,
  schema: SchemaNode,
  env: Environment,
  needed: (path: Path, secret: boolean) => boolean,
): Scalars {
  const problems: Problem[] = [];
  const spoilt = new Set<string>();
  const secrets = new Set<string>();
  const secretVariables = new Set<string>();
  const unfilled = new Set<string>();
  const report = (path: Path, text: string, hint: string): void => {
    spoilt.add(pathText(path));
    problems.push({ ...placeOf(source, path), key: pathText(path), text, hint });
  };
  eachScalar(source, (path, scalar) => {
    const { written } = scalar;
    if (typeof scalar.value === "number" && ADDRESS.test(written))
      report(path, `YAML reads the address ${written} as a number`, `Quote it: "${written}".`);
    if (typeof scalar.value !== "string") return scalar.value;
    const secret = schemaAt(schema, path)?.secret === true;
    if (secret && !isReference(written)) {
      // The value itself is left out of the message: it may well be the key.
      secrets.add(scalar.value);
      report(path, "the file contains a secret", "Remove it and refer to an environment variable: ${NAME}.");
      return scalar.value;
    }
    if (scalar.again) {
      if (secret) secrets.add(scalar.value);
      return scalar.value;
    }
    const filled = interpolate(scalar.value, env);
    if (filled.bad.length > 0 && !needed(path, secret)) {
      // Any text will do for a secret; what else it was for is not known.
      if (!secret) unfilled.add(String(path[0]));
      return scalar.value;
    }
    // A secret has no default: that would be a secret written in the file.
    for (const { text, hint } of filled.bad)
      report(path, text, secret ? hint.replace(/, or write a default.*/s, ".") : hint);
    for (const { name, value } of filled.used) {
      if (!secret && !looksSecret(name)) continue;
      secrets.add(value);
      secretVariables.add(name);
    }
    return filled.value;
  });
  return { problems, spoilt, secrets: [...secrets], secretVariables: [...secretVariables], unfilled };
}
