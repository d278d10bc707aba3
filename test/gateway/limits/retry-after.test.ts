import { describe, expect, test } from "vitest";
import { pauseAfter } from "../../../src/gateway/limits/retry-after.js";

const NOW = Date.UTC(2025, 0, 1);
const pause = (hints: Parameters<typeof pauseAfter>[0]): number => pauseAfter(hints, NOW, 60_000);

describe("how long a 429 pauses", () => {
  test.each([
    ["Retry-After in seconds", { retryAfter: "7" }, 7_000],
    ["Retry-After as an HTTP date", { retryAfter: new Date(NOW + 30_000).toUTCString() }, 30_000],
    ["a reset time", { reset: String(NOW + 12_345) }, 12_345],
    ["the text alone", { text: "Rate limit exceeded. Try again in 9 seconds." }, 9_000],
    ["a reset time a little later than Retry-After", { retryAfter: "5", reset: String(NOW + 5_800) }, 5_800],
    ["a reset time a little earlier than Retry-After", { retryAfter: "5", reset: String(NOW + 4_200) }, 5_000],
    ["a reset time a minute later than Retry-After", { retryAfter: "5", reset: String(NOW + 65_000) }, 65_000],
    ["a reset time over a minute later", { retryAfter: "5", reset: String(NOW + 65_001) }, 5_000],
    ["a reset time of another clock", { retryAfter: "5", reset: String(NOW + 1_800_000) }, 5_000],
    ["no hint at all", {}, 60_000],
    ["a Retry-After of nothing", { retryAfter: "" }, 60_000],
    ["a Retry-After of words", { retryAfter: "soon" }, 60_000],
    ["a negative Retry-After", { retryAfter: "-5" }, 60_000],
    ["a date in the past", { retryAfter: new Date(NOW - 30_000).toUTCString() }, 60_000],
    ["a reset time in the past", { reset: String(NOW - 1) }, 60_000],
    ["a reset time in seconds", { reset: String(NOW / 1_000 + 60) }, 60_000],
    ["a reset time of the far future", { reset: "99999999999999" }, 60_000],
    ["a reset time that is no number", { reset: "tomorrow" }, 60_000],
    ["zero seconds", { retryAfter: "0" }, 1_000],
    ["a whole day", { retryAfter: "86400" }, 3_600_000],
    ["an absurd number", { retryAfter: "9".repeat(400) }, 3_600_000],
  ])("%s", (_case, hints, expected) => {
    expect(pause(hints)).toBe(expected);
  });
});
