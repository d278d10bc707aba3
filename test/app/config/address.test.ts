import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { checkConfig } from "../../../src/app/check-config.js";
import { examine } from "../../../src/app/doctor/run.js";
import { loadConfig, ON_DISK } from "../../../src/app/config/load.js";
import { openConfig } from "../../../src/app/config/find.js";
import { startBot } from "../../../src/app/start/bot.js";
import { logBy } from "../../../src/core/log.js";
import { Secrets } from "../../../src/core/secrets.js";
import { emptyFolder } from "../../support/empty-folder.js";

const ENV = {
  TEAM_KEY: "k".repeat(32),
  MY_TOKEN: "t0k3n-t0k3n",
  aws_secret: "s3cr3t",
  PassWord: "hunter22",
  HOST: "x.example",
};

function written(text: string): string {
  const file = join(emptyFolder(), "contender.yaml");
  writeFileSync(file, text);
  return file;
}
const loaded = (service: string, use = undefined as typeof ON_DISK | undefined) =>
  loadConfig(written(`service: { ${service} }\n`), ENV, use);
const KEY = 'key: "${TEAM_KEY}"';

it.each([
  "http://competition.example.org",
  "http://192.168.1.7:3000",
  "http://127.0.0.1.example.org",
  "http://[2001:db8::1]",
])("a key goes to %s only if the config says `insecure`", (url) => {
  expect(() => loaded(`baseUrl: "${url}", ${KEY}`)).toThrow(/service\.baseUrl: http:.*insecure: true/);
  expect(() => loaded(`baseUrl: "${url}", ${KEY}, insecure: false`)).toThrow(/insecure: true/);
  expect(loaded(`baseUrl: "${url}", ${KEY}, insecure: true`).config.service.insecure).toBe(true);
  // What sends nothing need not refuse it.
  expect(loaded(`baseUrl: "${url}", ${KEY}`, ON_DISK).config.service.baseUrl).toBe(url);
});

it.each([
  "http://127.0.0.1:3000",
  "http://127.8.0.1",
  "http://localhost:3000",
  "http://[::1]:3000",
  "https://x.example",
])("%s needs no permission", (url) => {
  expect(loaded(`baseUrl: "${url}", ${KEY}`).config.service.insecure).toBe(false);
});

it.each(["TEAM_KEY", "MY_TOKEN", "aws_secret", "PassWord", "NOT_SET_TOKEN:-x"])(
  "`baseUrl` takes no variable %s",
  (name) => {
    const service = `baseUrl: "https://\${${name}}.evil.example", ${KEY}`;
    for (const use of [undefined, ON_DISK]) {
      let message = "";
      try {
        loaded(service, use);
      } catch (error) {
        message = String(error);
      }
      expect(message).toMatch(/service\.baseUrl: \w+ may hold a secret/);
      for (const value of Object.values(ENV)) expect(message).not.toContain(`${value}.`);
    }
  },
);

it("YAML aliases carry no secret into `baseUrl`, but other variables", () => {
  const by = (params: string, service: string) =>
    loadConfig(
      written(`strategies: [{ use: x, allocation: 1, params: ${params} }]\nservice: ${service}\n`),
      ENV,
      ON_DISK,
    );
  const url = '"https://${TEAM_KEY}.evil.example"';
  expect(() => by(`{ a: &a ${url} }`, `{ baseUrl: *a, ${KEY} }`)).toThrow(/TEAM_KEY may hold a secret/);
  expect(() => by(`{ a: &a { baseUrl: ${url}, keyFile: k } }`, "*a")).toThrow(/TEAM_KEY may hold a secret/);
  expect(loaded(`baseUrl: "https://\${HOST}", ${KEY}`).config.service.baseUrl).toBe("https://x.example");
});

it("check, doctor and start warn of an insecure address that the config allows", async () => {
  const file = written(
    'service: { baseUrl: "http://0.0.0.0:1", keyFile: ./key, insecure: true }\nstrategies: [{ use: sma-cross, allocation: 1, params: {} }]\n',
  );
  writeFileSync(join(file, "..", "key"), "k".repeat(32), { mode: 0o600 });
  const warned = /reached without encryption/;
  expect(checkConfig(file).warnings).toEqual([expect.stringMatching(warned)]);
  const { findings } = await examine(file);
  expect(findings.filter(({ text }) => warned.test(text)).map(({ status }) => status)).toEqual(["warn"]);
  const lines: string[] = [];
  const log = { ...logBy((_level, message) => lines.push(message)), useClock: () => undefined };
  await startBot({ loaded: openConfig(file), secrets: new Secrets(), log }, { dryRun: true, once: true }).catch(
    () => undefined,
  );
  expect(lines).toContainEqual(expect.stringMatching(warned));
});
