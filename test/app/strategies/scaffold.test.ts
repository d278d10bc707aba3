import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ExistsError, UsageError } from "../../../src/app/errors.js";
import { loadFile } from "../../../src/app/strategies/load.js";
import { newStrategy, unallocated, useOf } from "../../../src/app/strategies/scaffold.js";
import { emptyFolder } from "../../support/empty-folder.js";

const folder = (): string => emptyFolder();

describe("a new strategy", () => {
  it("can be loaded as it is, under its own name", () => {
    const { file } = newStrategy("dip-buyer", folder());
    expect(loadFile(file).definition.name).toBe("dip-buyer");
  });

  it("is never written over another one", () => {
    const here = folder();
    newStrategy("mine", here);
    expect(() => newStrategy("mine", here)).toThrow(ExistsError);
  });

  it.each(["", "Dip", "dip_buyer", "../x", "1st", "a--b", "-a"])("cannot be called %j", (name) => {
    expect(() => newStrategy(name, folder())).toThrow(UsageError);
  });
});

describe("D the path by which a config names a strategy file", () => {
  it.each([
    ["contender.yaml", "./strategies/mine.ts"],
    ["config/contender.yaml", "../strategies/mine.ts"],
  ])("is its path from the config that is there, %s", (config, use) => {
    const here = folder();
    mkdirSync(join(here, "config"));
    writeFileSync(join(here, config), "");
    expect(useOf(join(here, "strategies", "mine.ts"), undefined, here)).toEqual({
      ...{ config: join(here, config), there: true, use },
    });
  });

  it("is its path from the folder where there is no config yet", () => {
    const here = folder();
    expect(useOf(join(here, "strategies", "mine.ts"), undefined, here)).toEqual({
      ...{ config: join(here, "contender.yaml"), there: false, use: "./strategies/mine.ts" },
    });
  });

  it("is its path from the config that was named", () => {
    const here = folder();
    expect(useOf(join(here, "strategies", "mine.ts"), "bots/a/live.yaml", here).use).toBe("../../strategies/mine.ts");
  });
});

describe("D the share of the money that a config's strategies leave", () => {
  it.each([
    ["service: { sandbox: {} }\n", 1],
    ["service: { sandbox: {} }\nstrategies: [{ use: rebalance, allocation: 0.7 }]\n", 0.3],
    [
      "service: { sandbox: {} }\nstrategies: [{ use: rebalance, allocation: 0.9 }, { use: sma-cross, allocation: 0.1 }]\n",
      0,
    ],
    ["strategies: nonsense\n", 1],
  ])("of %j is %d", (text, free) => {
    const config = join(folder(), "contender.yaml");
    writeFileSync(config, text);
    expect(unallocated(config)).toBe(free);
  });

  it("is the whole if there is no config", () => {
    expect(unallocated(join(folder(), "contender.yaml"))).toBe(1);
  });
});
