import { describe, expect, it } from "vitest";
import { configJsonSchema } from "../../src/app/config/json-schema.js";
import { schemaAt } from "../../src/core/json-schema.js";
import { Standings } from "../../src/engine/competition/standings.js";
import { PAGES, textOf } from "./pages.js";

/** What a strategy's view has under a name that is a section of config too. */
const competition = { id: "", name: "", description: null, state: "active", startAt: null, endAt: null } as const;
const OF_THE_VIEW = new Set(
  Object.keys(new Standings(competition, { id: "", name: "" }).view(0)).map((member) => `competition.${member}`),
);

const sections = Object.keys(configJsonSchema().properties ?? {});

/** Keys of config, `section.key` in backticks, that config does not have. */
function unknownKeys(text: string): string[] {
  const named = [...text.matchAll(/`([a-z]+(?:\.[a-zA-Z]+)+)`/g)].map(([, key = ""]) => key);
  return named.filter((key) => {
    const path = key.split(".");
    return sections.includes(path[0] ?? "") && !OF_THE_VIEW.has(key) && schemaAt(configJsonSchema(), path) === null;
  });
}

describe("keys of config that a page names", () => {
  it.each(PAGES)("in %s all exist", (page) => expect(unknownKeys(textOf(page))).toEqual([]));

  it("are found where one does not exist", () => {
    expect(unknownKeys("`risk.maxTradeShare`, `competition.rank`, `risk.maxTradeShar`, `view.due`")).toEqual([
      "risk.maxTradeShar",
    ]);
  });
});
