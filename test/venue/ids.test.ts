import { expect, it } from "vitest";
import { seededRandom } from "../../src/core/random.js";
import { uuid } from "../../src/venue/ids.js";

it("ids are version 4 UUIDs that follow from the seed, all different", () => {
  const random = seededRandom("ids");
  const ids = Array.from({ length: 20_000 }, () => uuid(random));
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(ids).size).toBe(ids.length);
  const again = seededRandom("ids");
  expect(ids.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => uuid(again)));
});
