import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as prettier from "prettier";
import { describe, expect, it } from "vitest";
import * as metrics from "../../src/metrics/index.js";
import { metricsPage } from "../../tools/metrics-page.js";

const path = fileURLToPath(new URL("../../docs/reference/metrics.md", import.meta.url));

describe("docs/reference/metrics.md", () => {
  const page = metricsPage();

  it("is what is generated from the metrics", async () => {
    const options = await prettier.resolveConfig(path);
    const generated = await prettier.format(page, { ...options, filepath: path });
    expect(readFileSync(path, "utf8")).toBe(generated);
  });

  it("has a row for every metric, and names only existing functions", () => {
    for (const { name, title } of metrics.METRICS) expect(page).toContain(`| \`${name}\` | **${title}.**`);
    const named = [...(page.split("in the package:")[1]?.split("These have")[0] ?? "").matchAll(/`(\w+)`/g)];
    expect(named.length).toBeGreaterThan(20);
    for (const [, name = ""] of named) expect(metrics).toHaveProperty(name);
  });
});
