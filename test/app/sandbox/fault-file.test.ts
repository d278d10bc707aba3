import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { registryOf } from "../../../src/app/config/registry.js";
import { sandboxSchema } from "../../../src/app/config/sandbox.js";
import { exitCodeOf } from "../../../src/app/exit-codes.js";
import { openFaultFile, readFaultPlan } from "../../../src/app/sandbox/fault-file.js";
import { sandboxPlan } from "../../../src/app/sandbox/flags.js";
import { openSandbox } from "../../../src/app/sandbox/open.js";
import { silentLog } from "../../../src/core/log.js";
import type { FaultPlan } from "../../../src/sandbox/index.js";
import { emptyFolder } from "../../support/empty-folder.js";

const folder = emptyFolder();

let files = 0;
function fileOf(text: string | Buffer): string {
  const file = join(folder, `plan-${files++}.yaml`);
  writeFileSync(file, text);
  return file;
}

/** What is said of a file, without its path. */
function said(text: string | Buffer): string {
  const file = fileOf(text);
  try {
    readFaultPlan(file);
  } catch (error) {
    expect(error).toMatchObject({ code: "FAULT_PLAN", remedy: expect.stringContaining("docs/reference/faults.md") });
    return (error as Error).message.replaceAll(file, "FILE");
  }
  return "";
}

describe("a file of faults", () => {
  it("may be YAML or JSON", () => {
    const plan = { seed: 7, faults: [{ kind: "reset", rate: 0.5 }] };
    expect(readFaultPlan(fileOf("seed: 7\nfaults: [{ kind: reset, rate: 0.5 }]"))).toEqual(plan);
    expect(readFaultPlan(fileOf(JSON.stringify(plan)))).toEqual(plan);
  });

  it("may be the shipped example", () => {
    expect(readFaultPlan("config/faults.yaml").faults.length).toBeGreaterThan(10);
  });

  it.each([
    [
      "",
      "FILE: the file is empty. A fault plan needs at least `faults: []`. See config/faults.yaml of Contender for an example.",
    ],
    [
      "# none\n",
      "FILE: the file contains only comments. A fault plan needs at least `faults: []`. See config/faults.yaml of Contender for an example.",
    ],
    ["faults: [", /^FILE:1:\d+: /],
    ["faults: []\nfaults: []", "FILE:2:1: this key occurs twice."],
    ["42", "FILE:1:1  the plan: Invalid input: expected object, received number."],
    ["faults:\n  - kind: rest\n", 'FILE:2:11  faults[0].kind: Unknown kind of fault "rest". Did you mean reset?'],
    ["faults:\n  - kind: reset\n    rat: 1\n", "FILE:3:5  faults[0].rat: Unknown key. Did you mean rate?"],
    ["faults:\n  - kind: reset\n    rate: 2\n", "FILE:3:11  faults[0].rate: Too big: expected number to be <=1."],
    [Buffer.from([0xff, 0xfe, 0x00]), "FILE: is not UTF-8 text. Save it as UTF-8."],
    ["x".repeat(1_048_577), /^FILE: has 1048577 bytes/],
    [`a: &a [1]\nfaults: [${"*a, ".repeat(200)}]`, /^FILE: .*alias.* Write the values themselves\.$/],
  ])("is reported if wrong, with the place: %j", (text, message) => {
    if (typeof message === "string") expect(said(text)).toBe(message);
    else expect(said(text)).toMatch(message);
  });

  it("that is missing is reported", () => {
    const file = join(folder, "nowhere.yaml");
    expect(() => readFaultPlan(file)).toThrow(
      `${file}: the file does not exist. Give another file: \`faults\` in the config, or \`contender sandbox --faults FILE\`.`,
    );
    expect(exitCodeOf("FAULT_PLAN")).toBe(2);
  });
});

describe("a file that is followed", () => {
  let end = (): void => {};
  afterEach(() => end());

  it("gives its plan whenever it changes; a broken one is reported, and nothing else happens", async () => {
    const file = fileOf("faults: []");
    const [plans, errors]: [(FaultPlan | null)[], string[]] = [[], []];
    const faults = { set: (plan: FaultPlan | null) => void plans.push(plan), counts: () => ({}), trades: () => [] };
    const { follow } = openFaultFile(file);
    // Before it is looked at for the first time.
    writeFileSync(file, "faults: [{ kind: reset }]");
    end = follow(faults, { ...silentLog, error: (message) => void errors.push(message) });
    await expect.poll(() => plans.length).toBe(1);
    expect(plans.at(-1)).toMatchObject({ faults: [{ kind: "reset" }] });
    writeFileSync(file, "faults: [{ kind: nothing }]");
    await expect.poll(() => errors.at(-1)).toContain("the previous one stays in force");
    expect(errors.at(-1)).toContain(`${file}:1:18  faults[0].kind: Unknown kind of fault "nothing"`);
    expect(plans.at(-1)).toMatchObject({ faults: [{ kind: "reset" }] });
  });
});

describe("a sandbox of a config with faults", () => {
  const ports = { registry: registryOf({}), log: silentLog, path: (path: string) => path };

  it("misbehaves by them", async () => {
    const file = fileOf("faults: [{ kind: error-before, status: 503, operations: health }]");
    const { sandbox, close } = openSandbox(sandboxSchema.parse({ faults: file }), ports);
    try {
      expect((await sandbox.handle({ method: "GET", path: "/api/health" })).status).toBe(503);
    } finally {
      await close();
    }
  });

  it("does not begin if they are wrong", () => {
    const config = sandboxSchema.parse({ faults: fileOf("faults: [{}]") });
    expect(() => openSandbox(config, ports)).toThrow(expect.objectContaining({ code: "FAULT_PLAN" }));
  });

  it("takes them from the flag too, relative to the working folder", () => {
    const file = fileOf("service: { sandbox: { faults: ./mine.yaml } }");
    writeFileSync(join(folder, "mine.yaml"), "faults: []");
    const inConfig = sandboxPlan({ config: file });
    expect(inConfig.path(inConfig.config.faults ?? "")).toBe(join(folder, "mine.yaml"));
    const typed = sandboxPlan({ config: file, faults: "config/faults.yaml" });
    expect(typed.path(typed.config.faults ?? "")).toBe(join(process.cwd(), "config/faults.yaml"));
  });
});
