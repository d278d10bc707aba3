import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { emptyConfig, openConfig, openConfigOfData } from "../../../src/app/config/find.js";
import { tapeTokens } from "../../../src/app/tape/import.js";
import { botFolder } from "../bot-files.js";
import { emptyFolder } from "../../support/empty-folder.js";

const KEY = "0123456789abcdef_fedcba9876543210";
const OTHER = "fedcba9876543210_0123456789abcdef";
const PEPE = "0x6982508145454Ce325dDbE47a25d4ec3d2311933";
const CONFIG = `service: { baseUrl: "https://x.example", key: "\${TEST_OPEN_KEY}" }
data: "\${TEST_OPEN_DATA}"
`;

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

it("secrets leave the process's environment and Node's reports once the config is read", () => {
  const { file } = botFolder(CONFIG);
  vi.stubEnv("TEST_OPEN_KEY", KEY);
  vi.stubEnv("TEST_OPEN_DATA", "./here");
  const report = (): string => JSON.stringify(Object.assign(process.report, { excludeNetwork: true }).getReport());
  expect(report()).toContain(KEY);
  expect(openConfig(file).config.service.key).toBe(KEY);
  expect(process.env["TEST_OPEN_KEY"]).toBeUndefined();
  expect(process.env["TEST_OPEN_DATA"]).toBe("./here");
  expect(report()).not.toContain(KEY);
  // Who reads it again in this process finds them still.
  expect(openConfig(file).config.service.key).toBe(KEY);
  expect(openConfig(file).config.service.key).toBe(KEY);
  expect(process.env["TEST_OPEN_KEY"]).toBeUndefined();
  // Unless there is another one by then.
  vi.stubEnv("TEST_OPEN_KEY", OTHER);
  expect(openConfig(file).config.service.key).toBe(OTHER);
});

describe("D a command that reads what is on disk", () => {
  let folder = "";
  beforeEach(() => {
    folder = emptyFolder();
    vi.spyOn(process, "cwd").mockReturnValue(folder);
  });

  const put = (file: string, text: string): void => {
    mkdirSync(join(folder, "config"), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  const putData = (): void => {
    const { path, config } = emptyConfig();
    mkdirSync(path(config.data), { recursive: true });
  };

  it("needs no config if the default data folder exists", () => {
    expect(() => openConfigOfData(undefined)).toThrow("There is no contender.yaml");
    putData();
    const { path, config } = openConfigOfData(undefined);
    expect(path(config.data).startsWith(folder)).toBe(true);
  });

  it("needs no config if every run is named with its folder", () => {
    expect(openConfigOfData(undefined, "a#last", "b#7k2m9x").file).toBe(join(folder, "contender.yaml"));
    for (const runs of [["last"], ["a#last", "last"], []])
      expect(() => openConfigOfData(undefined, ...runs)).toThrow("There is no contender.yaml");
  });

  it("reports a wrong config, and a named one that is missing, whatever data there are", () => {
    putData();
    expect(() => openConfigOfData("other.yaml")).toThrow("other.yaml");
    put("contender.yaml", "data: [");
    expect(() => openConfigOfData("other.yaml")).toThrow("other.yaml");
    expect(() => openConfigOfData(undefined)).toThrow("contender.yaml");
  });

  it("prefers the data of ./contender.yaml to those of ./config/contender.yaml, and needs no key for it", () => {
    put("config/contender.yaml", "service: { sandbox: {} }\ndata: second\n");
    expect(openConfigOfData(undefined).config.data).toBe("second");
    put("contender.yaml", 'service: { baseUrl: "https://x.example", key: "${TEST_NO_KEY}" }\ndata: first\n');
    expect(openConfigOfData(undefined).config.data).toBe("first");
  });

  it("works without the files of prices and faults that the config names", () => {
    for (const gone of ["market: { tape: gone }", "market: { bars: { WETH.eth: gone.csv } }", "faults: gone.yaml"]) {
      put("contender.yaml", `service: { sandbox: { ${gone} } }\nhistory: { tapes: [gone] }\ndata: here\n`);
      expect(openConfigOfData(undefined).config.data).toBe("here");
      expect(() => openConfig(undefined)).toThrow(
        /sandbox\..*gone.* does not exist[^]*history\.tapes\[0\]: .* does not exist/,
      );
    }
  });

  it("names tokens of a tape by the named config, or by the one in the folder, and by no other", () => {
    const has = (named?: string): boolean => tapeTokens(named).find(PEPE, "eth") !== undefined;
    expect(has()).toBe(false);
    put("other.yaml", `service: { sandbox: {} }\ntokens: { MINE.eth: { address: "${PEPE}" } }\n`);
    expect([has(), has("other.yaml")]).toEqual([false, true]);
    put("contender.yaml", `service: { sandbox: {} }\ntokens: { MINE.eth: { address: "${PEPE}" } }\n`);
    expect(has()).toBe(true);
  });
});
