import { describe, expect, it } from "vitest";
import { loadConfig } from "../../../src/app/config/load.js";
import { ConfigError } from "../../../src/app/config/problem.js";
import { check, problems, SMALLEST, temporary } from "./check.js";
import { emptyFolder } from "../../support/empty-folder.js";

describe("D a file that is not valid YAML", () => {
  it.each([
    ["", /the file is empty/],
    ["  \n\n", /the file is empty/],
    ["# only a comment\n", /contains only comments/],
    ["service:\n\tsandbox: {}\n", /:2:1 .*Tabs are not allowed as indentation.*indented by spaces/],
    ["service: { sandbox: {}\n", /contender\.yaml:2:1/],
    ["service: 'x\n", /contender\.yaml:\d+:\d+/],
    ["service: { baseUrl: https://x.example, key: ${KEY} }\n", /:1:45 .*must be quoted\. Write "\$\{KEY\}"\.$/],
    ["service: [${KEY}]\n", /contender\.yaml:1/],
    [`${SMALLEST}record: true\nrecord: false\n`, /:3:1 .*this key occurs twice/],
    [`${SMALLEST}---\nrecord: true\n`, /contender\.yaml:2/],
    [`${SMALLEST}record: !!binary xx\n`, /contender\.yaml:2/],
    ["just text", /expected a map of keys and values, found "just text"/],
    ["- a\n- b\n", /expected a map of keys and values, found a list of 2/],
    ["base: &b { sandbox: {} }\nservice:\n  <<: *b\n", /merge keys are not part of YAML 1\.2/],
  ])("is refused with its place: %j", (text, said) => {
    expect(problems(text).join("\n")).toMatch(said);
  });

  it("is reported with a key that occurs twice, and with its other problems", () => {
    expect(problems(`${SMALLEST}record: 3\nrecord: false\nclock: 3\n`)).toHaveLength(2);
  });

  it("cannot exhaust memory by anchors of anchors", () => {
    const levels = Array.from(
      { length: 9 },
      (_, i) =>
        `${"abcdefghi"[i]}: &${"abcdefghi"[i]} [${Array(9)
          .fill(i === 0 ? "x" : `*${"abcdefghi"[i - 1]}`)
          .join(", ")}]`,
    );
    expect(problems(`${SMALLEST}${levels.join("\n")}\n`).join("\n")).toMatch(/alias/i);
  });

  it("cannot overflow the stack by nesting", () => {
    expect(problems(`a: ${"[".repeat(20_000)}`).length).toBeGreaterThan(0);
  });

  it("may hold an anchor that is used once or twice", () => {
    const { config } = check("service: { sandbox: { startIn: &t 90s, snapshotEvery: *t } }\n");
    expect(config.service.sandbox?.snapshotEvery).toBe(90_000);
  });

  it("does not take __proto__ for a setting", () => {
    expect(problems(`${SMALLEST}__proto__: { record: false }\n`).join("\n")).toMatch(/__proto__: unknown key/);
  });
});

describe("a file that cannot be read", () => {
  it.each([
    ["is not there", () => "/nowhere/contender.yaml", /the file does not exist/],
    ["is a folder", () => emptyFolder(), /is not a file/],
    ["is larger than 1 MiB", () => temporary("c.yaml", SMALLEST + "#".repeat(1_100_000)), /has 11\d+ bytes/],
    ["is not UTF-8", () => temporary("c.yaml", Buffer.from([0x61, 0x3a, 0x20, 0xff, 0xfe])), /is not UTF-8/],
  ])("is reported if it %s", (_what, file, said) => {
    const load = (): unknown => loadConfig(file(), {});
    expect(load).toThrow(ConfigError);
    expect(load).toThrow(said);
  });

  it("differs from a file that is right", () => {
    expect(loadConfig(temporary("c.yaml", SMALLEST), {}).config.record).toBe(true);
  });
});
