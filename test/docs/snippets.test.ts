import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createJiti } from "jiti";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { replay } from "../../src/app/replay.js";
import { loadFile } from "../../src/app/strategies/load.js";
import { newStrategy } from "../../src/app/strategies/scaffold.js";
import { COMMANDS } from "../../src/cli/commands.js";
import * as contender from "../../src/index.js";
import * as testing from "../../src/testing/index.js";
import { problems } from "../app/config/check.js";
import { deadLinks, PAGES, root, snippetsOf, type Snippet } from "./pages.js";
import { typeErrors } from "./types.js";
import { emptyFolder } from "../support/empty-folder.js";

const snippets = PAGES.flatMap(snippetsOf);
const code = snippets.filter(({ language }) => language === "ts");
const strategies = code.filter((one) => one.code.includes("export default defineStrategy("));
const tests = code.filter((one) => one.code.includes('from "vitest"'));
const programs = code.filter((one) => one.code.includes("await backtest("));

const nameOf = ({ code }: Snippet): string => /\bname: "([^"]+)"/.exec(code)?.[1] ?? "";
const byPlace = (some: readonly Snippet[]): [string, Snippet][] => some.map((one) => [one.place, one]);

/** A folder as deep as the page says that the test lies: its imports of strategies lead out of it. */
function folderOf({ code }: Snippet): string {
  return /from "\.\.\/\.\.\//.test(code) ? "test/strategies" : "test";
}

const files: Readonly<Record<string, string>> = Object.fromEntries([
  ...strategies.map((one) => [`strategies/${nameOf(one)}.ts`, one.code] as const),
  ...programs.map((one, i) => [`program-${i}.ts`, one.code] as const),
  ...tests.map((one, i) => [`${folderOf(one)}/snippet-${i}.ts`, one.code] as const),
]);

let folder = "";
beforeAll(() => {
  folder = emptyFolder();
  // What a page installs for its strategy.
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(join(root, "node_modules/trading-signals"), join(folder, "node_modules/trading-signals"), "junction");
  // The page about a project of one's own begins with the strategy that the command writes.
  newStrategy("first", folder);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
});

describe("links", () => {
  it.each(PAGES)("of %s all lead to an existing place", (page) => {
    expect(deadLinks(page)).toEqual([]);
  });
});

describe("code in the pages", () => {
  it("is a strategy, a test or a program, so that all of it is tried", () => {
    const tried = [...strategies, ...tests, ...programs];
    expect(code.filter((one) => !tried.includes(one)).map(({ place }) => place)).toEqual([]);
    expect(programs).toHaveLength(2);
    expect(strategies.map(nameOf)).toEqual(["dip-buyer", "rsi", "dip-rider", "quoted"]);
    expect(tests).toHaveLength(2);
  });

  it("has no type errors, and would not pass with one", () => {
    const first = readFileSync(join(folder, "strategies", "first.ts"), "utf8");
    const wrong = 'import { token } from "contender";\nexport const x: number = token("WETH.eth");\n';
    const errors = typeErrors({ ...files, "strategies/first.ts": first, "strategies/wrong.ts": wrong });
    expect(errors).toEqual([expect.stringMatching(/^strategies\/wrong\.ts:2 /)]);
  });

  it.each(byPlace(strategies))("%s is a strategy that loads and decides on usual facts", (_place, one) => {
    const { definition } = loadFile(join(folder, "strategies", `${nameOf(one)}.ts`));
    expect(definition.name).toBe(nameOf(one));
    const flat = Array.from({ length: 140 }, () => 100);
    const { decisions } = testing.decideOnce(definition, { bars: { "WETH.eth": flat, "WBTC.eth": flat } });
    expect(decisions).toMatchObject([{ kind: "hold" }]);
  });

  it.each(byPlace(tests))("%s is a test, and passes", async (_place, one) => {
    const path = Object.keys(files).find((file) => files[file] === one.code) ?? "";
    const collected = await testsIn(join(folder, path));
    expect(collected.length).toBeGreaterThan(0);
    for (const run of collected) await run();
  });
});

describe("the programs in the pages", () => {
  it("runs, and leaves a journal that is read and replayed, strategy and all", async () => {
    const said = vi.spyOn(console, "log").mockReturnValue();
    await runProgram(join(folder, "program-0.ts"));
    const [line = ""] = said.mock.calls.map(([text]) => String(text));
    said.mockRestore();
    expect(line).toMatch(/^\d+(\.\d+)? USD; next: npx contender replay tapes\/eth-run#last --trust-recorded$/);
    writeFileSync(join(folder, "contender.yaml"), "service: { sandbox: {} }\n");
    const report = await replay(`${folder}/tapes/eth-run#last`, {
      config: join(folder, "contender.yaml"),
      trustRecorded: true,
    });
    expect(report).toMatchObject({ difference: null, versions: [], skipped: { missing: 0 } });
    expect(report.replayed).toBeGreaterThan(0);
  });

  it("run, and are told of the trades", async () => {
    const said = vi.spyOn(console, "log").mockReturnValue();
    await runProgram(join(folder, "program-1.ts"));
    const [line = ""] = said.mock.calls.map(([text]) => String(text));
    said.mockRestore();
    expect(line).toMatch(/^[1-9]\d* trades$/);
  });
});

describe("configs in the pages", () => {
  const configs = snippets.filter(({ language, code }) => language === "yaml" && code.includes("service:"));

  it.each(byPlace(configs))("%s is valid", (_place, { code }) => {
    const env = { CONTENDER_API_KEY: "0123456789abcdef_fedcba9876543210" };
    // The plan of faults is the reader's own.
    expect(problems(code, env, (path) => path.at(-1) !== "faults")).toEqual([]);
  });

  it("are more than three", () => {
    expect(configs.length).toBeGreaterThan(3);
  });
});

describe("commands in the pages", () => {
  const known = new Set(Object.values(COMMANDS).flatMap((entries) => entries.map(({ name }) => name)));

  it.each(PAGES)("of %s all exist", (page) => {
    const text = snippetsOf(page)
      .map(({ code }) => code)
      .join("\n");
    const named = [...text.matchAll(/npx contender ([a-z]+)/g)].map(([, name = ""]) => name);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });

  it("name the data folder by its full path, because paths in a config are relative to it", () => {
    const folders = snippets.flatMap(({ code }) => [...code.matchAll(/CONTENDER_DATA=(\S+)/g)].map(([, path]) => path));
    expect(folders).toEqual([expect.stringMatching(/^\$PWD\//), expect.stringMatching(/^\$PWD\//)]);
  });
});

/** Runs what a page's library program is, in a folder with the tape that it names. */
async function runProgram(path: string): Promise<void> {
  const from = Date.UTC(2025, 0, 1);
  const token = new contender.TokenRegistry(contender.KNOWN_TOKENS).resolve("WETH.eth");
  const span = { from, to: from + 86_400_000, every: 60_000 };
  const tape = {
    folder: join(folder, "tapes", "eth"),
    seed: "docs",
    tokens: [{ token, price: 3_000, volatility: 1.5 }],
  };
  if (!existsSync(tape.folder)) await contender.syntheticTape({ ...tape, ...span });
  const here = process.cwd();
  process.chdir(folder);
  try {
    await createJiti(path, { virtualModules: { contender }, moduleCache: false }).import(path);
  } finally {
    process.chdir(here);
  }
}

/** The bodies of a file's tests, with this process's own Contender behind its imports. */
async function testsIn(file: string): Promise<(() => unknown)[]> {
  const bodies: (() => unknown)[] = [];
  const test = (_title: string, body: () => unknown): void => void bodies.push(body);
  const jiti = createJiti(file, {
    virtualModules: { contender, "contender/testing": testing, vitest: { test, expect } },
    moduleCache: false,
  });
  await jiti.import(file);
  return bodies;
}
