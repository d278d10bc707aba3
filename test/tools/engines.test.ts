import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

interface Locked {
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly optional?: boolean;
  readonly engines?: { readonly node?: string };
}

const read = (name: string): unknown =>
  JSON.parse(readFileSync(fileURLToPath(new URL(`../../${name}`, import.meta.url)), "utf8"));

/** Whether one of a range's alternatives (`>=20`, `^20.19.0 || >=22`) takes in Node 20.19. */
const fits = (range: string): boolean =>
  range.split("||").some((one) => {
    const [, sign = "", major = "0", minor = "0"] = /(>=|\^|~)?\s*v?(\d+)(?:\.(\d+))?/.exec(one) ?? [];
    const least = Number(major) * 1_000 + Number(minor);
    if (one.trim() === "*") return true;
    return sign === ">=" ? least <= 20_019 : Number(major) === 20 && least <= 20_019;
  });

it("every installed dependency supports the oldest Node that the package names, without overrides", () => {
  const { engines, overrides } = read("package.json") as { engines: { node: string }; overrides?: object };
  expect([engines.node, overrides]).toEqual([">=20.19", undefined]);
  const { packages } = read("package-lock.json") as { packages: Readonly<Record<string, Locked>> };
  const installed = Object.entries(packages).filter(
    ([, { dev, devOptional, optional }]) => !(dev ?? devOptional ?? optional ?? false),
  );
  expect(installed.length).toBeGreaterThan(50);
  const newer = installed.flatMap(([name, { engines: its }]) =>
    its?.node === undefined || fits(its.node) ? [] : [`${name}: ${its.node}`],
  );
  expect(newer).toEqual([]);
});

it.each([
  [">=22", false],
  ["^20.19.0 || >=22", true],
  [">=20.20", false],
  [">= 18", true],
  ["^18", false],
  ["*", true],
])("%s takes in Node 20.19: %s", (range, yes) => {
  expect(fits(range)).toBe(yes);
});
