import { expect, test } from "vitest";
import { tellsOfTeam } from "../../../src/app/service-connection/team-news.js";
import { ContenderError } from "../../../src/core/errors.js";

class Refused extends ContenderError {
  constructor(readonly code: string) {
    super("403");
  }
}

test("a team that may not trade yet does not prevent the start; a refused key or a missing service does", () => {
  const codes = ["DEACTIVATED", "COMPETITION_ENDED", "NOT_PARTICIPATING", "UNAUTHORIZED", "UNREACHABLE"];
  expect(codes.filter((code) => tellsOfTeam(new Refused(code)))).toEqual(codes.slice(0, 3));
  expect(tellsOfTeam(new Error("DEACTIVATED"))).toBe(false);
});
