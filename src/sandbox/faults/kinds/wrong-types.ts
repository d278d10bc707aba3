import { isJsonObject, type JsonObject, type JsonValue } from "../../../core/json.js";
import { anyOf, picked, targets } from "../fields.js";
import { withJson } from "../json-answer.js";
import { defineKind } from "../kind.js";

export const wrongTypes = defineKind({
  name: "wrong-types",
  summary: "One random field of a good answer violates the interface.",
  fields: {
    operations: targets("all"),
    change: anyOf("type", "null", "missing").describe(
      "The field has another `type`, is `null`, or is `missing`. Default: random.",
    ),
  },
  arm: ({ change }) => ({
    meet(_request, random) {
      const how = picked(change, random);
      const where = random.next();
      return {
        reshape: (answer) =>
          withJson(answer, (body) => {
            const fields = placesOf(body).filter((place) => how !== "null" || memberAt(body, place) !== null);
            const place = fields[Math.floor(where * fields.length)];
            return place === undefined ? null : replaced(body, place, how);
          }),
      };
    },
  }),
});

type Place = readonly string[];

/** The places of all fields, those of objects within it too. */
function placesOf(value: JsonValue, at: Place = []): Place[] {
  if (Array.isArray(value))
    return (value as readonly JsonValue[]).flatMap((item, i) => placesOf(item, [...at, `${i}`]));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => [[...at, name], ...placesOf(member, [...at, name])]);
}

function memberAt(value: JsonValue, place: Place): JsonValue {
  return place.reduce<JsonValue>((outer, name) => (outer as JsonObject)[name] ?? null, value);
}

type Change = "type" | "null" | "missing";

function replaced(value: JsonValue, [name = "", ...deeper]: Place, how: Change): JsonValue {
  if (Array.isArray(value))
    return (value as readonly JsonValue[]).map((item, i) => (String(i) === name ? replaced(item, deeper, how) : item));
  const { [name]: member = null, ...others } = value as JsonObject;
  if (deeper.length > 0) return { ...others, [name]: replaced(member, deeper, how) };
  if (how === "missing") return others;
  return { ...others, [name]: how === "null" ? null : ofAnotherType(member) };
}

function ofAnotherType(value: JsonValue): JsonValue {
  if (typeof value === "string") return 7;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return { 0: "zero" };
  return value === null ? { nothing: true } : [];
}
