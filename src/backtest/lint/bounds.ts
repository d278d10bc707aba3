import { z } from "zod";
import type { JsonObject } from "../../core/json.js";
import type { BoundStrategy } from "../../strategy/bind/bind.js";

/** What the schema of each strategy's params allows, by the strategy's name: what `lintOf` and a report take as `bounds`. */
export function paramBounds(
  strategies: readonly Pick<BoundStrategy, "name" | "definition">[],
): Record<string, JsonObject> {
  return Object.fromEntries(
    strategies.map(({ name, definition }) => [
      name,
      // What has no form in JSON schema has no bounds either.
      JSON.parse(
        JSON.stringify(z.toJSONSchema(definition.params, { io: "input", unrepresentable: "any" })),
      ) as JsonObject,
    ]),
  );
}
