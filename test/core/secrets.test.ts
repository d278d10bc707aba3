import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scrubbedLog, type Log } from "../../src/core/log.js";
import { Decimal } from "../../src/core/number/decimal.js";
import { scrubKeys } from "../../src/core/scrub-keys.js";
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

  it("do not change how errors, maps and circles are printed if none is known", () => {
    const circle: { name: string; self?: unknown } = { name: "round" };
    circle.self = circle;
    const value = { error: new Error("lost"), map: new Map([["a", 1]]), circle, plain: { a: [1, null, "b"] } };
    const [none, one] = [new Secrets(), new Secrets()];
    one.add("a secret that is nowhere");
    expect(none.scrubValue(value)).toEqual(one.scrubValue(value));
    expect(none.scrubValue(value)).toMatchObject({ error: expect.stringContaining("lost") as string });
  });

  it("exclude short words, which would garble ordinary text", () => {
    const secrets = new Secrets();
    secrets.add("key");
    secrets.add("");
    expect(secrets.scrub("a key")).toBe("a key");
  });

  it("never pass a scrubbed log, at any level", () => {
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

it("secrets are found in JSON, in URLs, in hexadecimal and in base64, whatever is around them", () => {
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

describe("secrets in values of every kind", () => {
  const KEY = "0123456789abcdef_fedcba9876543210";
  const secrets = new Secrets();
  secrets.add(KEY);

  class Held {
    constructor(readonly key: string) {}
  }
  class Told {
    toJSON(): unknown {
      return { told: [KEY] };
    }
  }

  it.each<[string, unknown, unknown]>([
    ["an object of a class", new Held(KEY), { key: "[secret]" }],
    ["what an object says of itself in JSON", { told: new Told() }, { told: { told: ["[secret]"] } }],
    ["an object without a prototype", Object.assign(Object.create(null) as object, { key: KEY }), { key: "[secret]" }],
    ["a map, in keys and values", new Map([[KEY, { key: KEY }]]), new Map([["[secret]", { key: "[secret]" }]])],
    ["a set", new Set([KEY]), new Set(["[secret]"])],
    ["a URL", new URL(`https://a.example/?key=${KEY}`), "https://a.example/?key=[secret]"],
  ])("are removed from %s", (_what, value, clean) => {
    expect(secrets.scrubValue(value)).toEqual(clean);
  });

  it("are removed from an object that holds itself, which ends there", () => {
    const value: Record<string, unknown> = { key: KEY, list: [] };
    value["self"] = value;
    (value["list"] as unknown[]).push(value);
    expect(secrets.scrubValue(value)).toEqual({ key: "[secret]", self: "[circular]", list: ["[circular]"] });
    const twice = { key: KEY };
    expect(secrets.scrubValue([twice, twice])).toEqual([{ key: "[secret]" }, { key: "[secret]" }]);
  });

  it("end at objects of a class far down, but not at plain ones", () => {
    const wrap = (value: unknown, times: number): unknown => (times === 0 ? value : { in: wrap(value, times - 1) });
    expect(secrets.scrubValue(wrap(new Held(KEY), 4))).toEqual(wrap({ key: "[secret]" }, 4));
    expect(secrets.scrubValue(wrap(new Held(KEY), 5))).toEqual(wrap("[deep]", 5));
    expect(secrets.scrubValue(wrap({ key: KEY }, 50))).toEqual(wrap({ key: "[secret]" }, 50));
  });

  it("leave what holds no text as it is", () => {
    const [date, decimal, bytes] = [new Date(0), new Decimal("1.5"), new Uint8Array(3)];
    const clean = secrets.scrubValue([date, decimal, bytes]) as unknown[];
    expect([date, decimal, bytes].map((value, i) => clean[i] === value)).toEqual([true, true, true]);
  });
});

it("an unregistered key is recognised by its form, and nothing else is", () => {
  fc.assert(
    fc.property(secret, (key) => {
      expect(scrubKeys(`key=${key}, "${key}"`)).toBe('key=[secret], "[secret]"');
      expect(scrubKeys(`?key=${key.replace("_", "%5F")}`)).toBe("?key=[secret]");
    }),
  );
  const address = "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2";
  expect(scrubKeys(address)).toBe(address);
});
