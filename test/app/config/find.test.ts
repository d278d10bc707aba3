import { rmSync } from "node:fs";
import { afterEach, expect, it, vi } from "vitest";
import { openConfig } from "../../../src/app/config/find.js";
import { botFolder } from "../bot-files.js";

const KEY = "0123456789abcdef_fedcba9876543210";
const CONFIG = `service: { baseUrl: "https://x.example", key: "\${TEST_OPEN_KEY}" }
data: "\${TEST_OPEN_DATA}"
`;

afterEach(() => vi.unstubAllEnvs());

it("secrets are out of the process's environment, and of Node's reports, once the config is read; the rest stays", () => {
  const { folder, file } = botFolder(CONFIG);
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
  expect(process.env["TEST_OPEN_KEY"]).toBeUndefined();
  rmSync(folder, { recursive: true });
});
