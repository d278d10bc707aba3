import { isJsonObject, type JsonObject, type JsonValue } from "../../core/json.js";

/** The same JSON with `change` applied to every object in it, the inner ones first. */
export function mapObjects(value: JsonValue, change: (object: JsonObject) => JsonObject): JsonValue {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map((item) => mapObjects(item, change));
  if (!isJsonObject(value)) return value;
  return change(mapFields(value, (member) => mapObjects(member, change)));
}

/** The same object with `change` applied to each of its own fields. */
export function mapFields(object: JsonObject, change: (value: JsonValue, name: string) => JsonValue): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value, name)]));
}
