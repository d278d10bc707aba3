import { PassThrough } from "node:stream";
import { CommanderError } from "commander";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { UncaughtError, UsageError } from "../../src/app/errors.js";
import { reportError } from "../../src/cli/report.js";
import { openTerminal } from "../../src/cli/terminal.js";
import { keyWatch } from "../support/canary/watch.js";
import { emptyFolder } from "../support/empty-folder.js";
import { run } from "./run.js";

const KEY = "0123456789abcdef_fedcba9876543210";

/** All that was written: from Node 26 on one read gives one chunk. */
function chunksOf(stream: PassThrough): string[] {
  const chunk = stream.read() as Buffer | null;
  return chunk === null ? [] : [chunk.toString(), ...chunksOf(stream)];
}

/** What is told of an error, on both streams. */
function told(error: unknown, json: boolean): string {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  reportError(
    error,
    json,
    openTerminal({ stdout, stderr }, () => undefined),
  );
  return [stdout, stderr].flatMap(chunksOf).join("");
}

afterEach(() => vi.unstubAllEnvs());
afterAll(() => keyWatch.meantErrors());

describe.each([false, true])("an error with a key in it (--json: %s)", (json) => {
  it.each<[string, unknown]>([
    ["of the program", new Error(`refused ${KEY}`)],
    ["of a strategy that nobody caught", new UncaughtError(new Error(`refused ${KEY}`, { cause: new Error(KEY) }))],
    ["that is no error but a text", `refused ${KEY}`],
    ["with a remedy", new UsageError("refused", { remedy: `Do not write ${KEY}.` })],
    ["of the command line", new CommanderError(1, "unknown", `error: unknown command '${KEY}'`)],
  ])("%s is printed without it", (_what, error) => {
    vi.stubEnv("CONTENDER_DEBUG", "1");
    const text = told(error, json);
    expect(text).not.toContain(KEY);
    if (json) expect(text).toContain("[secret]");
  });
});

it("a key that was typed instead of a command is not repeated", async () => {
  for (const args of [[KEY], [KEY, "--json"], ["start", `--${KEY}`], ["status", "--config", KEY]]) {
    const { code, stdout, stderr } = await run(...args);
    expect(code).toBe(2);
    expect(stdout + stderr).toContain("[secret]");
    expect(stdout + stderr).not.toContain(KEY);
  }
});

it("the origin of a bug is printed if CONTENDER_DEBUG is set, but of no deliberate refusal", () => {
  const bug = new TypeError("undefined is no function");
  const errors = [bug, new UncaughtError(bug), new UsageError("refused"), new CommanderError(1, "unknown", "error: x")];
  const stacks = (): boolean[] => errors.map((error) => told(error, false).includes("    at "));
  expect(stacks()).toEqual([false, false, false, false]);
  vi.stubEnv("CONTENDER_DEBUG", "1");
  expect(stacks()).toEqual([true, true, false, false]);
});

it.each([
  [["--config", "./my live.yaml"], " --config './my live.yaml'"],
  [["--config=live.yaml"], " --config live.yaml"],
  [[], ""],
])("the commands that an error advises name the same config (%j)", async (option, named) => {
  const { stderr } = await run("tape", "info", emptyFolder(), ...option);
  expect(stderr).toContain("TAPE_MANIFEST");
  const advised = `made by \`contender tape import${named}\``;
  expect(stderr).toContain(advised);
  const { stdout } = await run("tape", "info", emptyFolder(), ...option, "--json");
  expect((JSON.parse(stdout) as { error: { remedy: string } }).error.remedy).toContain(advised);
});

it("a missing subcommand is reported in words with --json too", () => {
  const error = new CommanderError(1, "commander.help", "(outputHelp)");
  expect(JSON.parse(told(error, true))).toMatchObject({ error: { code: "USAGE", message: "A subcommand is missing" } });
});

it.each(["EMFILE", "ENFILE"])(
  "if no more files can be opened (%s), the error names the limit, and no strategy",
  (code) => {
    const text = told(new UncaughtError(Object.assign(new Error(`${code}: open files`), { code })), false);
    expect(text).toContain("Raise the limit of open files (ulimit -n)");
    expect(text).not.toContain("strategies");
  },
);
