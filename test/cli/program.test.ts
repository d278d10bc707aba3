import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../src/cli/commands.js";
import { run } from "./run.js";
import { emptyFolder } from "../support/empty-folder.js";

const names = Object.values(COMMANDS).flatMap((entries) => entries.map(({ name }) => name));

const SUBCOMMANDS: Readonly<Record<string, readonly string[]>> = {
  journal: [
    ...["runs", "ticks", "decisions", "verdicts", "intents", "trades", "quotes", "books", "notes", "equity"],
    "explain",
  ],
  config: ["check", "schema"],
  key: ["rotate"],
  profile: ["set"],
  new: ["strategy"],
  tape: ["import", "synthetic", "info", "check", "compact"],
};

describe("help", () => {
  it("lists every command, in groups, with examples and exit codes", async () => {
    const { code, stdout } = await run("--help");
    expect(code).toBe(0);
    for (const name of names) expect(stdout).toMatch(new RegExp(`^ {2}${name} +\\S`, "m"));
    expect(stdout).toContain("Examples:");
    expect(stdout).toContain("Exit codes:");
  });

  it("is what no command at all gives", async () => {
    expect((await run()).stdout).toBe((await run("--help")).stdout);
  });

  it.each(names)("of %s has an example, --config and --json, and exit code 0", async (name) => {
    const { code, stdout } = await run(name, "--help");
    expect(code).toBe(0);
    expect(stdout).toContain(`Usage: contender ${name}`);
    expect(stdout).toContain(`$ contender ${name}`);
    const withOptions =
      SUBCOMMANDS[name]?.[0] === undefined ? stdout : (await run(name, SUBCOMMANDS[name][0], "--help")).stdout;
    expect(withOptions).toContain("--config <file>");
    expect(withOptions).toContain("--json");
    expect((await run("help", name)).stdout).toBe(stdout);
  });

  it.each([
    [["swap"], ["--reason"]],
    [["resolve"], ["--as", "--reason"]],
    [["tape", "import"], ["--out"]],
    [
      ["tape", "synthetic"],
      ["--out", "--seed", "--from"],
    ],
  ])("of %j marks the options that are required", async (names, needed) => {
    const { stdout } = await run(...names, "--help");
    const marked = stdout.split(/\n(?= {2}--)/).filter((option) => option.includes("(required)"));
    expect(marked.map((option) => option.trim().split(" ")[0])).toEqual(needed);
  });

  it.each(Object.entries(SUBCOMMANDS))("of %s lists its subcommands", async (name, subs) => {
    const { stdout } = await run(name, "--help");
    for (const sub of subs) expect(stdout).toMatch(new RegExp(`^ {2}${sub}\\b`, "m"));
  });

  it.each(Object.entries(SUBCOMMANDS).flatMap(([name, subs]) => subs.map((sub) => [name, sub] as const)))(
    "of %s %s has an example of its own",
    async (name, sub) => {
      const { code, stdout } = await run(name, sub, "--help");
      expect(code).toBe(0);
      expect(stdout).toMatch(new RegExp(`Examples:\n {2}\\$ contender ${name} ${sub}\\b`));
    },
  );

  it("gives the version of the package", async () => {
    expect((await run("--version")).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

describe("a wrong command line", () => {
  it.each([
    [["strat"], "Did you mean start?"],
    [["leaderbord"], "Did you mean leaderboard?"],
    [["start", "--dryrun"], "Did you mean --dry-run?"],
    [["swap", "USDC.eth", "WETH.eth", "1"], "--reason"],
    [["swap", "USDC.eth", "--reason", "r"], "missing required argument 'to'"],
    [["price"], "missing required argument 'token'"],
    [["price", "WETH.eth", "WBTC.eth"], "too many arguments"],
    [["resolve", "abc", "--as", "maybe", "--reason", "r"], "Allowed choices are filled, not-executed"],
    [["config", "chek"], "Did you mean check?"],
    [["journal", "decisons"], "Did you mean decisions?"],
    [["journal", "notes", "--follow", "--to", "2h"], "'--follow' cannot be used with option '--to <time>'"],
    [["journal"], "Usage: contender journal"],
    [["key"], "Usage: contender key"],
    [["profile", "set", "--metadata", "{"], "It is not JSON"],
    [["profile", "set", "--metadata", "[1]"], "not an object"],
    [["status", "--config"], "argument missing"],
  ])("%j is answered with what was probably meant, and exit code 2", async (args, said) => {
    const { code, stdout, stderr } = await run(...args);
    expect(code).toBe(2);
    expect(stderr).toContain(said);
    expect(stdout).toBe("");
  });

  it("is one JSON document with --json, and no other output", async () => {
    const { code, stdout, stderr } = await run("strat", "--json");
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: "USAGE", message: expect.stringContaining("strat") } });
    expect(stderr).toBe("");
  });
});

describe("an error", () => {
  it("is printed once, with code and remedy", async () => {
    const { code, stdout, stderr } = await run("status", "--config", "/nowhere/contender.yaml");
    expect(code).toBe(2);
    expect(stderr).toBe(
      "error: /nowhere/contender.yaml  the file does not exist. (CONFIG)\nGive another file with --config FILE.\n",
    );
    expect(stdout).toBe("");
  });

  it("is a document with --json, wherever the option stands", async () => {
    for (const args of [
      ["--json", "status"],
      ["status", "--json"],
    ]) {
      const { code, stdout } = await run(...args, "--config", "/nowhere/contender.yaml");
      expect(code).toBe(2);
      expect(JSON.parse(stdout)).toMatchObject({ error: { code: "CONFIG" } });
    }
  });

  it("lists every problem of a config on a line of its own", async () => {
    const file = join(emptyFolder(), "c.yaml");
    writeFileSync(file, "service: { sandbox: { speed: x } }\nrisk: { cashReserve: 2 }\n");
    const { code, stderr } = await run("config", "check", "--config", file);
    expect(code).toBe(2);
    expect(stderr.split("\n").filter((line) => line.trimStart().startsWith(file))).toHaveLength(2);
  });
});

describe("commands that need no service", () => {
  it("print the config's schema", async () => {
    expect(JSON.parse((await run("config", "schema")).stdout)).toMatchObject({ title: "Contender configuration" });
  });

  it("print the effective config, as YAML or JSON", async () => {
    const config = fileURLToPath(new URL("../../config/contender.yaml", import.meta.url));
    expect((await run("config", "check", "--config", config)).stdout).toContain("is valid. With all defaults:");
    const { stdout } = await run("config", "check", "--config", config, "--json");
    expect(JSON.parse(stdout)).toMatchObject({ competition: { wait: true } });
  });

  it("print the OpenAPI document", async () => {
    expect(JSON.parse((await run("openapi")).stdout)).toMatchObject({ openapi: expect.stringMatching(/^3\.1/) });
  });

  it("list the strategies with their params", async () => {
    const { stdout } = await run("strategies");
    for (const name of ["rebalance", "sma-cross", "mean-reversion"]) expect(stdout).toContain(`${name}: `);
    expect(stdout).toMatch(/token +"WETH\.eth" +a token, such as WETH\.eth +The token to hold while its trend is up/);
    expect(JSON.parse((await run("strategies", "--json")).stdout)).toHaveProperty("strategies");
  });
});
