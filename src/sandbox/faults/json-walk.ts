import { isJsonObject, type JsonObject, type JsonValue } from "../../core/json.js";

type Change = (value: JsonValue, name: string) => JsonValue;

/** The same object with `change` applied to it and to every object in it, the inner ones first. */
export function mapObjects(object: JsonObject, change: (object: JsonObject) => JsonObject): JsonObject {
  const inner = (value: JsonValue): JsonValue => {
    if (Array.isArray(value)) return (value as readonly JsonValue[]).map(inner);
    return isJsonObject(value) ? mapObjects(value, change) : value;
  };
  return change(mapFields(object, inner));
}

/** The same object with `change` applied to each field of it and of every object in it. */
export function mapAllFields(object: JsonObject, change: Change): JsonObject {
  return mapObjects(object, (one) => mapFields(one, change));
}

/** The same object with `change` applied to each of its own fields. */
export function mapFields(object: JsonObject, change: Change): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value, name)]));
}
