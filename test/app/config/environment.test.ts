import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { interpolate, isReference } from "../../../src/app/config/environment.js";
import {
  EVERYTHING,
  NO_SECRETS,
  NO_STRATEGIES,
  NO_STRATEGY_SECRETS,
  ON_DISK,
  type ConfigUse,
} from "../../../src/app/config/load.js";
import { effectiveConfig, printConfig } from "../../../src/app/config/print.js";
import { check, problems } from "./check.js";

const KEY = "0123456789abcdef_fedcba9876543210";
const LIVE = 'service: { baseUrl: "https://x.example", key: "${CONTENDER_API_KEY}" }\n';

describe("references to the environment", () => {
  it.each([
    ["plain", "plain", {}],
    ["${A}", "1", { A: "1" }],
    ["x${A}y${B}z", "x1y2z", { A: "1", B: "2" }],
    ["${A:-fallback}", "fallback", {}],
    ["${A:-fallback}", "fallback", { A: "" }],
    ["${A:-}", "", {}],
    ["$${A}", "${A}", { A: "1" }],
    ["$A costs $5", "$A costs $5", { A: "1" }],
    ["${A}", "${B}", { A: "${B}", B: "never" }],
  ])("fill %s in as %s", (text, value, env) => {
    expect(interpolate(text, env)).toMatchObject({ value, bad: [] });
  });

  it.each(["${A}", "${A:x}", "${1A}", "${}", "${A", "${A B}"])(
    "are reported if they cannot be filled in: %s",
    (text) => {
      expect(interpolate(text, {}).bad).toHaveLength(1);
    },
  );

  it("leave every text without a dollar as it is", () => {
    fc.assert(
      fc.property(
        fc.string().filter((text) => !text.includes("$")),
        (text) => {
          expect(interpolate(text, {}).value).toBe(text);
        },
      ),
    );
  });

  it("have no default if they stand alone: a default in the file would be a secret in the file", () => {
    expect([isReference("${A}"), isReference("${A:-x}"), isReference("x${A}"), isReference("A")]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});

describe("the environment in a config", () => {
  it("names a variable that is missing, with its place", () => {
    expect(problems(LIVE)).toEqual([
      expect.stringMatching(/:1:\d+ {2}service\.key: the environment variable CONTENDER_API_KEY is not set\. Set it/),
    ]);
  });

  it("advises no default for a secret, which would be a secret in the file", () => {
    const limit = 'service: { sandbox: { name: "${CUP}" } }\n';
    expect([problems(LIVE)[0], problems(limit)[0]]).toEqual([
      expect.not.stringContaining("default"),
      expect.stringContaining("or write a default"),
    ]);
  });

  it("names one that is empty", () => {
    expect(problems(LIVE, { CONTENDER_API_KEY: "" })[0]).toContain("is empty");
  });

  it("does not repeat a key that was written into the file", () => {
    const text = problems(`service: { baseUrl: "https://x.example", key: ${KEY} }\n`).join("\n");
    expect(text).toContain("the file contains a secret");
    expect(text).not.toContain(KEY);
  });

  it("is filled into params too", () => {
    const { config } = check(
      "service: { sandbox: {} }\nstrategies: [{ use: a, allocation: 1, params: { url: 'x${HOST}' } }]\n",
      { HOST: "1" },
    );
    expect(config.strategies[0]?.params).toEqual({ url: "x1" });
  });
});

describe("a variable that is not set", () => {
  const text = `service: { baseUrl: "\${URL}", key: "\${KEY}" }
strategies: [{ use: a, allocation: 1, params: { at: "\${AT}" }, secrets: { news: "\${NEWS}" } }]
data: "\${DATA:-./here}"
`;
  const NAMES = ["URL", "KEY", "AT", "NEWS"];

  it.each<[string, ConfigUse, readonly string[]]>([
    ["the bot", EVERYTHING, NAMES],
    ["a backtest", NO_SECRETS, ["URL", "AT"]],
    ["a recording", NO_STRATEGY_SECRETS, ["URL", "KEY", "AT"]],
    ["a question to the service", NO_STRATEGIES, ["URL", "KEY"]],
    ["a look at the disk", ON_DISK, []],
  ])("matters to %s where that needs it", (_who, use, needed) => {
    const told = problems(text, {}, use).join("\n");
    expect(NAMES.filter((name) => told.includes(`variable ${name} is not set`))).toEqual(needed);
    const env = Object.fromEntries(needed.map((name) => [name, name === "URL" ? "https://x.example" : "something"]));
    expect(check(text, env, use).config.data).toBe("./here");
  });

  it("does not replace a service elsewhere by an embedded sandbox, whose speed would be wrong", () => {
    expect(check(`${text}clock: { speed: 60 }\n`, {}, ON_DISK).config.clock.speed).toBe(60);
  });

  it("is required wherever it is needed, and the rest of the file is checked all the same", () => {
    expect(problems('service: { sandbox: {} }\ndata: "${DATA}"\n', {}, ON_DISK)[0]).toContain("DATA is not set");
    expect(problems(`${text}risk: { maxTradeUsd: -1 }\n`, {}, ON_DISK)[0]).toContain("a number above 0");
  });
});

describe("secrets", () => {
  const text = `${LIVE}strategies:\n  - { use: a, allocation: 1, params: { url: "https://n.example/?t=\${NEWS_TOKEN}" }, secrets: { news: "\${NEWS_KEY}" } }\n`;
  const env = { CONTENDER_API_KEY: KEY, NEWS_TOKEN: "token-of-the-news", NEWS_KEY: "key-of-the-news" };

  it("are hidden in the effective config, wherever they are", () => {
    const loaded = check(text, env);
    const printed = printConfig(loaded) + JSON.stringify(effectiveConfig(loaded));
    for (const secret of Object.values(env)) expect(printed).not.toContain(secret);
    expect(effectiveConfig(loaded)).toMatchObject({
      service: { key: "[secret]" },
      strategies: [{ params: { url: "https://n.example/?t=[secret]" }, secrets: { news: "[secret]" } }],
    });
  });

  it("are all known to the log's scrubber", () => {
    expect(check(text, env).secrets.toSorted()).toEqual(Object.values(env).toSorted());
  });
});
