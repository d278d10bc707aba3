import { stringify } from "yaml";
import { z } from "zod";
import type { JsonObject, JsonValue } from "../../core/json.js";
import { PARSED_ONCE } from "../../core/parsed-once.js";
import type { Path } from "../../core/path.js";
import { schemaAt, type SchemaNode } from "../../core/json-schema.js";
import { configJsonSchema } from "./json-schema.js";
import type { LoadedConfig } from "./load.js";
import { configSchema } from "./schema.js";
import { secretsOf } from "./secrets.js";

const HIDDEN = "[secret]";

/** The effective configuration as it would be written, defaults filled in and secrets hidden: for people and for the journal. */
export function effectiveConfig(loaded: LoadedConfig): JsonObject {
  const secrets = secretsOf(loaded);
  const schema = configJsonSchema();
  const hide = (value: unknown, path: Path): JsonValue => {
    if (Array.isArray(value)) return value.map((member, i) => hide(member, [...path, i]));
    if (typeof value === "object" && value !== null)
      return Object.fromEntries(
        Object.entries(value)
          .filter(([, member]) => member !== undefined)
          .map(([key, member]) => [key, hide(member, [...path, key])]),
      );
    if (isSecret(schema, path)) return HIDDEN;
    return typeof value === "string" ? secrets.scrub(value) : (value as JsonValue);
  };
  return hide(z.encode(configSchema, loaded.config, PARSED_ONCE), []) as JsonObject;
}

function isSecret(schema: SchemaNode, path: Path): boolean {
  return schemaAt(schema, path)?.secret === true;
}

/** The same as YAML. */
export function printConfig(loaded: LoadedConfig): string {
  return stringify(effectiveConfig(loaded), { lineWidth: 120 });
}
