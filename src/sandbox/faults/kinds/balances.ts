import type { JsonObject, JsonValue } from "../../../core/json.js";
import { anyOf, picked } from "../fields.js";
import { withJson } from "../json-answer.js";
import { defineKind } from "../kind.js";

/** What is made of the rows; `chosen` is one of them. */
const CHANGES = {
  empty: () => [],
  "one-chain": (rows, chosen) => rows.filter((row) => chainOf(row) === chainOf(chosen)),
  "one-token-missing": (rows, chosen) => rows.filter((row) => row !== chosen),
  doubled: (rows) => rows.flatMap((row) => [row, row]),
  zeros: (rows) => rows.map((row) => ({ ...row, amount: 0 })),
} as const satisfies Record<string, (rows: readonly JsonObject[], chosen: JsonObject) => readonly JsonObject[]>;

export const balances = defineKind({
  name: "balances",
  summary: "The list of balances is wrong. Trades and the portfolio use the true balances.",
  fields: {
    change: anyOf("empty", "one-chain", "one-token-missing", "doubled", "zeros").describe(
      "`empty` removes every row, `one-chain` all but those of one chain, `one-token-missing` one row. `doubled` sends each row twice, `zeros` each with an amount of 0. Chain and token stay the same while the fault lasts. Default: random.",
    ),
  },
  only: ["getBalances"],
  arm({ change }) {
    let place: number | null = null;
    return {
      meet(_request, random) {
        const drawn = CHANGES[picked(change, random)];
        place ??= random.next();
        const at = place;
        return {
          reshape: (answer) =>
            withJson(answer, (body) => {
              const rows = rowsOf(body);
              const chosen = rows[Math.floor(at * rows.length)];
              return chosen === undefined ? null : { ...body, balances: drawn(rows, chosen) };
            }),
        };
      },
    };
  },
});

function chainOf({ specificChain = null }: JsonObject): JsonValue {
  return specificChain;
}

function rowsOf({ balances: rows }: JsonObject): readonly JsonObject[] {
  return Array.isArray(rows) ? (rows as readonly JsonObject[]) : [];
}
