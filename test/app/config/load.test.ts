import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { describe, expect, it } from "vitest";
import { configJsonSchema } from "../../../src/app/config/json-schema.js";
import { loadConfig } from "../../../src/app/config/load.js";
import { printConfig } from "../../../src/app/config/print.js";
import { registryOf } from "../../../src/app/config/registry.js";
import { check, SMALLEST } from "./check.js";

const shipped = (name: string): string => fileURLToPath(new URL(`../../../config/${name}`, import.meta.url));

describe("a config that is right", () => {
  it("has every default filled in, and durations in milliseconds", () => {
    const { config } = check(SMALLEST);
    expect(config).toMatchObject({
      service: { sandbox: { speed: 1, market: { synthetic: {} }, snapshotEvery: 120_000 } },
      competition: { wait: true, watchEvery: 15_000, minTradesPerDay: 3 },
      sampling: { every: 60_000 },
      execution: { deadline: 10_000, settle: 60_000, maxReasonLength: 500 },
      strategies: [],
      record: true,
    });
  });

  it("is the same after it was printed and read again", () => {
    const first = check(
      `${SMALLEST}risk: { drawdownStop: { share: 0.2 } }\nlimits: { trade: off, price: { count: 3, window: 90s } }\n`,
    );
    expect(check(printConfig(first)).config).toEqual(first.config);
  });

  it("resolves paths relative to its own folder", () => {
    expect(check(SMALLEST).path("../data")).toBe("/data");
  });

  it("may name a token of its own as the cash of its chain", () => {
    const { config } = check(
      `${SMALLEST}tokens: { DAI.eth: { address: "0x6B175474E89094C44Da98b954EedeAC495271d0F", cash: true } }\n`,
    );
    expect(registryOf(config.tokens).cashOf("eth")?.name).toBe("DAI.eth");
    expect(registryOf({}).cashOf("eth")?.name).toBe("USDC.eth");
  });
});

describe("the shipped configs", () => {
  it.each(["contender.yaml", "live.example.yaml"])("%s is right, and names the schema for editors", (name) => {
    const file = shipped(name);
    expect(loadConfig(file, { CONTENDER_API_KEY: "0123456789abcdef" }).config.strategies.length).toBeGreaterThan(0);
    expect(readFileSync(file, "utf8")).toMatch(/^# yaml-language-server: \$schema=\.\/contender\.schema\.json\n/);
  });

  it("name no default that is not the schema's", () => {
    expect(parse(readFileSync(shipped("contender.yaml"), "utf8"))).toHaveProperty("service.sandbox.speed");
  });
});

describe("the JSON Schema", () => {
  it("is the committed one (npm run build && contender config schema > config/contender.schema.json)", () => {
    expect(JSON.parse(readFileSync(shipped("contender.schema.json"), "utf8"))).toEqual(
      JSON.parse(JSON.stringify(configJsonSchema())),
    );
  });

  it("describes every key", () => {
    const undescribed: string[] = [];
    const walk = (node: ReturnType<typeof configJsonSchema>, path: string): void => {
      for (const [name, child] of Object.entries(node.properties ?? {})) {
        if (child.description === undefined) undescribed.push(`${path}.${name}`);
        walk(child, `${path}.${name}`);
      }
      if (node.items) walk(node.items, `${path}[]`);
      for (const branch of node.anyOf ?? []) walk(branch, path);
    };
    walk(configJsonSchema(), "");
    expect(undescribed).toEqual([]);
  });
});
