import { describe, expect, it } from "vitest";
import { TeamError } from "../../../src/venue/index.js";
import { makeExchange, START } from "../fixture.js";

describe("a team", () => {
  it("has a UUID that follows from the seed and its name, whichever others are registered", () => {
    const alone = makeExchange().exchange.addTeam({ name: "alpha" });
    const { exchange } = makeExchange();
    exchange.addTeam({ name: "beta" });
    expect(exchange.addTeam({ name: "alpha" }).id).toBe(alone.id);
    expect(alone.id).toMatch(/^[0-9a-f-]{36}$/);
    expect(makeExchange({ seed: "other" }).exchange.addTeam({ name: "alpha" }).id).not.toBe(alone.id);
  });

  it("changes its contact and its metadata, which is replaced whole", () => {
    const { exchange, clock } = makeExchange();
    const { id } = exchange.addTeam({ name: "alpha", email: "a@example.org", metadata: { ref: { name: "bot" } } });
    clock.runUntil(START + 500);
    const changed = exchange.updateProfile(id, { metadata: { description: "new" } });
    expect(changed).toMatchObject({
      email: "a@example.org",
      contactPerson: "",
      metadata: { description: "new" },
      createdAt: START,
      updatedAt: START + 500,
    });
    expect(changed.metadata).not.toHaveProperty("ref");
    expect(exchange.updateProfile(id, { contactPerson: "Ada" })).toMatchObject({
      contactPerson: "Ada",
      metadata: { description: "new" },
    });
    expect(exchange.team(id).contactPerson).toBe("Ada");
  });

  it.each([
    ["without a name", { name: "" }],
    ["with the name of another", { name: "alpha" }],
  ])("is not registered %s", (_what, registration) => {
    const { exchange } = makeExchange();
    exchange.addTeam({ name: "alpha" });
    expect(() => exchange.addTeam(registration)).toThrow(TeamError);
    expect(exchange.teams()).toHaveLength(1);
  });

  it("that is not registered is an error wherever it is named", () => {
    const { exchange } = makeExchange();
    const calls = [
      () => exchange.team("nobody"),
      () => exchange.balances("nobody"),
      () => exchange.trades("nobody"),
      () => exchange.portfolio("nobody"),
      () => exchange.status("nobody"),
      () => exchange.quote("nobody", {}),
      () => exchange.execute("nobody", {}),
      () => exchange.deactivateTeam("nobody", "why"),
      () => exchange.updateProfile("nobody", {}),
    ];
    for (const call of calls) expect(call).toThrow(TeamError);
  });
});
