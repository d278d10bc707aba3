import { expect, test } from "vitest";
import { minimumDanger } from "../../../src/engine/session/minimum-danger.js";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MIDNIGHT = Date.UTC(2025, 2, 2);

test("the fewer hours are left for each missing trade, the sooner the minimum is in danger", () => {
  const danger = (hour: number, made: number, minimum: number) =>
    minimumDanger(MIDNIGHT + hour * HOUR, made, minimum, null, null);
  expect([danger(11, 0, 3), danger(19, 0, 1), danger(23, 0, 0), danger(23, 1, 1)]).toEqual([null, null, null, null]);
  expect(danger(20, 0, 1)).toEqual({ day: "2025-03-02", made: 0, missing: 1, left: 4 * HOUR });
  expect(danger(12, 0, 3)).toEqual({ day: "2025-03-02", made: 0, missing: 3, left: 12 * HOUR });
  expect(danger(12, 1, 3)).toBeNull();
  expect(danger(16, 1, 3)).toMatchObject({ made: 1, missing: 2 });
});

test("a competition that ends sooner than the day leaves less time", () => {
  expect(minimumDanger(MIDNIGHT, 0, 1, null, MIDNIGHT + 3 * HOUR)).toMatchObject({ left: 3 * HOUR });
});

test("a short first day of a competition is not expected to have all trades", () => {
  const last = MIDNIGHT + DAY - 60_000;
  expect(minimumDanger(last, 0, 3, last - 1_000, null)).toBeNull();
  expect(minimumDanger(last, 0, 3, MIDNIGHT + 18 * HOUR, null)).not.toBeNull();
  expect(minimumDanger(last + DAY, 0, 3, last - 1_000, null)).not.toBeNull();
});
