import fc from "fast-check";
import { expect, test } from "vitest";
import { parseBaseUrl } from "../../src/gateway/base-url.js";
import { BaseUrlError } from "../../src/gateway/errors.js";

const refusal = (text: string): BaseUrlError => {
  try {
    parseBaseUrl(text);
  } catch (error) {
    if (error instanceof BaseUrlError) return error;
    throw error;
  }
  throw new Error(`${text} was accepted`);
};

test.each([
  ["https://host.example", "https://host.example"],
  ["https://host.example/", "https://host.example"],
  ["  http://127.0.0.1:3000//  ", "http://127.0.0.1:3000"],
  ["https://host.example/v1/trading/", "https://host.example/v1/trading"],
  ["https://host.example/apiary", "https://host.example/apiary"],
  ["https://api.host.example", "https://api.host.example"],
])("%s is the base URL %s", (text, href) => {
  expect(parseBaseUrl(text).href).toBe(href);
});

test.each(["https://host.example/api", "https://host.example/api/", "https://host.example/v1/API/account/profile"])(
  "%s contains /api already, and the remedy says what to write",
  (text) => {
    const { remedy } = refusal(text);
    expect(remedy).toBe(`Write ${text.includes("v1") ? "https://host.example/v1" : "https://host.example"}`);
  },
);

test.each([
  "",
  "host.example",
  "ftp://host.example",
  "file:///etc/passwd",
  "https://",
  "https://h.example/?a=1",
  "https://h.example/#x",
])("%j is refused with a remedy", (text) => {
  expect(refusal(text).remedy).not.toBe("");
});

test.each(["canary-name:canary-secret", "canary-name", ":canary-secret"])(
  "credentials (%s) in it are refused, and not repeated",
  (credentials) => {
    const { message, remedy } = refusal(`https://${credentials}@host.example`);
    expect(message).toContain("a user name or a password");
    expect(message + remedy).not.toContain("canary");
  },
);

test("any text is either read or refused with BaseUrlError", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.webUrl({ withQueryParameters: true, withFragments: true })), (text) => {
      try {
        expect(parseBaseUrl(text).href).not.toMatch(/\/$/);
      } catch (error) {
        expect(error).toBeInstanceOf(BaseUrlError);
      }
    }),
  );
});
