import { expect, test } from "vitest";
import { Activity } from "../../src/engine/activity.js";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MIDNIGHT = Date.UTC(2025, 2, 2);

test("trades are counted by UTC day, a divided one once", () => {
  const activity = new Activity({ "2025-03-02": 2 });
  activity.filled("parent", MIDNIGHT);
  activity.filled("parent", MIDNIGHT + HOUR);
  activity.filled("other", MIDNIGHT + DAY - 1);
  activity.filled("late", MIDNIGHT + DAY);
  activity.filled(null, MIDNIGHT + DAY);
  activity.filled(null, MIDNIGHT + DAY);
  expect([activity.on(MIDNIGHT), activity.on(MIDNIGHT + DAY), activity.on(MIDNIGHT - 1)]).toEqual([4, 3, 0]);
});

test("a divided trade of which an earlier run has counted a part is not counted again", () => {
  const activity = new Activity({ "2025-03-02": 2 }, ["parent"]);
  activity.filled("parent", MIDNIGHT);
  activity.filled("other", MIDNIGHT);
  expect(activity.on(MIDNIGHT)).toBe(3);
});

test("the fewer hours are left for each missing trade, the sooner the minimum is in danger", () => {
  const activity = new Activity();
  const danger = (hour: number, minimum: number | null) => activity.danger(MIDNIGHT + hour * HOUR, minimum, null, null);
  expect([danger(11, 3), danger(19, 1), danger(23, null), danger(23, 0)]).toEqual([null, null, null, null]);
  expect(danger(20, 1)).toEqual({ day: "2025-03-02", made: 0, missing: 1, left: 4 * HOUR });
  expect(danger(12, 3)).toEqual({ day: "2025-03-02", made: 0, missing: 3, left: 12 * HOUR });
  activity.filled("a", MIDNIGHT);
  expect(danger(12, 3)).toBeNull();
  expect(danger(16, 3)).toMatchObject({ made: 1, missing: 2 });
});

test("a competition that ends sooner than the day leaves less time", () => {
  const activity = new Activity();
  expect(activity.danger(MIDNIGHT, 1, null, MIDNIGHT + 3 * HOUR)).toMatchObject({ left: 3 * HOUR });
});

test("the end of a day on which the competition began is not expected to be full of trades", () => {
  const activity = new Activity();
  const last = MIDNIGHT + DAY - 60_000;
  expect(activity.danger(last, 3, last - 1_000, null)).toBeNull();
  expect(activity.danger(last, 3, MIDNIGHT + 18 * HOUR, null)).not.toBeNull();
  expect(activity.danger(last + DAY, 3, last - 1_000, null)).not.toBeNull();
});
