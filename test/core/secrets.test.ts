import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scrubbedLog, type Log } from "../../src/core/log.js";
import { Secrets } from "../../src/core/secrets.js";

const secret = fc.stringMatching(/^[0-9a-f]{16}_[0-9a-f]{16}$/);

describe("secrets", () => {
  it("are found at any depth, in keys, values and errors", () => {
    fc.assert(
      fc.property(secret, fc.string(), (key, around) => {
        const secrets = new Secrets();
        secrets.add(key);
        const value = {
          text: around + key + around,
          [key]: 1,
          deep: [{ list: [key, 2] }],
          error: new Error(`refused ${key}`),
          none: null,
        };
        expect(JSON.stringify(secrets.scrubValue(value))).not.toContain(key);
        expect(secrets.scrub(`Bearer ${key}`)).toBe("Bearer [secret]");
      }),
    );
  });

  it("leave other values as they are", () => {
    const secrets = new Secrets();
    secrets.add("0123456789abcdef");
    const date = new Date(0);
    expect(secrets.scrubValue({ a: 1, b: [true, "text"], date })).toEqual({ a: 1, b: [true, "text"], date });
  });

  it("are not short words, which would garble ordinary text", () => {
    const secrets = new Secrets();
    secrets.add("key");
    secrets.add("");
    expect(secrets.scrub("a key")).toBe("a key");
  });

  it("never pass a scrubbed log, at no level", () => {
    const lines: string[] = [];
    const write = (message: string, fields?: unknown): void =>
      void lines.push(message + JSON.stringify(fields ?? null));
    const log: Log = { debug: write, info: write, warn: write, error: write };
    const secrets = new Secrets();
    secrets.add("canary-canary");
    const scrubbed = scrubbedLog(log, secrets);
    for (const level of ["debug", "info", "warn", "error"] as const)
      scrubbed[level]("with canary-canary", { deep: ["canary-canary"] });
    scrubbed.info("without fields");
    expect(lines).toHaveLength(5);
    expect(lines.join()).not.toContain("canary");
  });
});

it("are found in JSON, in URLs, in hexadecimal and in base64, whatever stands around them", () => {
  const secrets = new Secrets();
  const secret = 'a"b/c+d 0123456789';
  secrets.add(secret);
  const base64 = ["", "a", "ab", "user:"].map((before) => Buffer.from(`${before}${secret}!`).toString("base64"));
  const hidden = [
    JSON.stringify({ secret }),
    `?key=${encodeURIComponent(secret)}`,
    Buffer.from(secret).toString("hex"),
  ];
  for (const text of [...hidden, ...base64]) expect(secrets.scrub(text)).toContain("[secret]");
  expect(secrets.scrub("nothing of it")).toBe("nothing of it");
});
