import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findKeys } from "./find-keys.js";

const someKey = fc.stringMatching(/^[0-9a-f]{16}_[0-9a-f]{16}$/);
const someText = fc.string({ maxLength: 20 });

describe("a key", () => {
  it.each<[string, (text: string, key: string) => string]>([
    ["as it is", (text) => text],
    ["in capitals", (text, key) => text.replace(key, key.toUpperCase())],
    ["URL-encoded to the last character", (text, key) => text.replace(key, key.replace("_", "%5F"))],
    ["in JSON with escapes", (text, key) => text.replace(key, key.replace("_", "\\u005f"))],
    ["in hexadecimal", (text) => Buffer.from(text).toString("hex")],
    ["in base64", (text) => Buffer.from(text).toString("base64")],
    ["in base64url behind a path", (text) => `/data/${Buffer.from(text).toString("base64url")}`],
  ])("is found %s, whatever is around it", (_how, write) => {
    const apart = (text: string): string => `${text} `;
    fc.assert(
      fc.property(someKey, someText, someText, (key, before, after) => {
        const text = write(`${apart(before)}${key} ${after}`, key);
        expect(findKeys(text)).toContain(key);
        expect(findKeys(Buffer.from(text))).toContain(key);
      }),
    );
  });

  it("is found by half if it is registered, and only then", () => {
    fc.assert(
      fc.property(someKey, fc.nat({ max: 1 }), (key, half) => {
        const text = `Bearer ${key.split("_")[half] ?? ""}…`;
        expect(findKeys(text, new Set([key]))).toEqual([key.split("_")[half]]);
        expect(findKeys(text)).toEqual([]);
      }),
    );
  });
});

it("no key is seen in addresses, hashes, ids and long words", () => {
  const innocent = [
    "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2",
    "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "0b6f7f0e-3c0e-4a53-9d2c-6e5f0e3b1a7c",
    "[abcd-7k2m9x] because",
    "a_very_long_name_of_a_strategy_that_nobody_would_like_to_read_twice",
    "0123456789abcde_0123456789abcdef",
  ];
  expect(findKeys(innocent.join("\n"), new Set(["1111111111111111_2222222222222222"]))).toEqual([]);
});
