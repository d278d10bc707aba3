import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, type TestContext } from "vitest";
import { root, type Finished } from "./process.js";

/**
 * The package in somebody's own project: packed, installed into an empty folder, with a strategy and a config of their
 * own. Without the registry it cannot be installed: then these are skipped, but never in CI.
 */
const project = mkdtempSync(join(tmpdir(), "contender-own-"));
let packed: string[] = [];
let installed = false;

/** The machine's environment (how the registry is reached, above all), with nothing of this project's own run of npm and vitest. */
const machine = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(npm_|INIT_CWD|NODE_ENV|NODE_OPTIONS|VITEST|TEST|CONTENDER_)/.test(name),
  ),
);

/** Runs a command in the project. */
function command(file: string, ...args: string[]): Promise<Finished> {
  return new Promise((done) => {
    const options = { cwd: project, env: machine, maxBuffer: 2 ** 26 };
    execFile(file, args, options, (error, stdout, stderr) => {
      done({ code: error === null ? 0 : typeof error.code === "number" ? error.code : null, stdout, stderr });
    });
  });
}

async function succeeds(file: string, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await command(file, ...args);
  expect(code, stdout + stderr).toBe(0);
  return stdout;
}

const contender = (...args: string[]): Promise<string> => succeeds("npx", "--no-install", "contender", ...args);
const needsInstall = ({ skip }: TestContext): void => {
  if (!installed) skip("the registry cannot be reached, so that nothing can be installed");
};

beforeAll(async () => {
  const pack = ["pack", root, "--ignore-scripts", "--json", "--pack-destination", project];
  const [tarball] = JSON.parse(await succeeds("npm", ...pack)) as { filename: string; files: { path: string }[] }[];
  packed = tarball?.files.map(({ path }) => path) ?? [];
  mkdirSync(join(project, "own"));
  writeFileSync(join(project, "package.json"), '{ "name": "own", "private": true, "type": "module" }\n');
  const install = ["install", `./${tarball?.filename}`, "--prefer-offline", "--no-audit", "--no-fund"];
  const { code, stdout, stderr } = await command("npm", ...install, "--fetch-retries=1", "--loglevel=error");
  const unreachable = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|ENOTCACHED|ERR_SOCKET/.test(stderr);
  if (code !== 0 && (!unreachable || process.env["CI"] !== undefined)) throw new Error(stdout + stderr);
  installed = code === 0;
}, 240_000);
afterAll(() => rmSync(project, { recursive: true, force: true }));

describe("the tarball", () => {
  it("has what users need, and nothing else", () => {
    for (const file of ["package.json", "README.md", "LICENSE", "CHANGELOG.md", "dist/index.js", "dist/index.d.ts"])
      expect(packed).toContain(file);
    for (const file of ["dist/cli/main.js", "dist/testing/index.d.ts", "strategies/_template/strategy.ts"])
      expect(packed).toContain(file);
    // A report carries the page's script, which is read as it lies there.
    expect(packed).toContain("dist/report/page/main.js");
    const others = packed.filter(
      (path) => !/^(dist|strategies|config|docs)\/|^[A-Z]+(\.md)?$|^package\.json$/.test(path),
    );
    expect(others).toEqual([]);
    // Nothing of how it is built and tested, and no source maps, which hold paths of the machine that built it.
    expect(packed.filter((path) => /\.test\.|(^|\/)\.|\.map$|\.tsbuildinfo$|^src\/|^test\//.test(path))).toEqual([]);
    expect(packed.filter((path) => path.startsWith("dist/") && !/\.(js|d\.ts)$/.test(path))).toEqual([
      "dist/LICENSES.txt",
    ]);
  });
});

describe("the package, installed into a user's project", { shuffle: false }, () => {
  beforeAll(() => {
    writeFileSync(
      join(project, "contender.yaml"),
      // Six seconds of the machine: what a slow one takes to start a bot is gone from the competition.
      "service: { sandbox: { speed: 600, duration: 1h, seed: own } }\n" +
        "strategies:\n  - { use: ./strategies/mine.ts, allocation: 0.5 }\n  - { use: ./own/asks.ts, allocation: 0.5 }\n",
    );
    writeFileSync(
      join(project, "own/asks.ts"),
      `import { defineStrategy, UnknownTokenError, z, type View } from "contender";

/** Whether the host throws the class that is imported here. */
function same(price: View["price"]): boolean {
  try {
    return price("NOPE.eth") !== null;
  } catch (error) {
    return error instanceof UnknownTokenError;
  }
}

export default defineStrategy({
  name: "asks",
  summary: "Says whether it was loaded with the host's own copy of the package.",
  params: z.object({ text: z.string().default("one copy") }),
  schedule: "* * * * *",
  decide: ({ hold, params, price }) => hold({ reason: \`\${params.text}: \${same(price)}\` }),
});
`,
    );
  });

  it("writes a strategy that imports nothing but contender", async (context) => {
    needsInstall(context);
    expect(await contender("new", "strategy", "mine")).toContain("strategies/mine.ts");
    const text = readFileSync(join(project, "strategies/mine.ts"), "utf8");
    const imports = [...text.matchAll(/from "([^"]+)"/g)].map(([, from]) => from);
    expect(new Set(imports)).toEqual(new Set(["contender"]));
  });

  it("runs it to the final standing, with exit code 0", async (context) => {
    needsInstall(context);
    const out = await contender("start");
    expect(out).toMatch(/Final standing of Sandbox Cup[^]*Contender \(you\)/);
    const { decisions } = JSON.parse(await contender("journal", "decisions", "--json")) as {
      decisions: { strategy: string; decision: { reason: string } }[];
    };
    expect(new Set(decisions.map(({ strategy }) => strategy))).toEqual(new Set(["mine", "asks"]));
    const asked = decisions.find(({ strategy }) => strategy === "asks");
    expect(asked?.decision.reason).toBe("one copy: true");
    expect(await contender("replay", "last")).toContain("No difference.");
  });

  it("tests it on what the bot has recorded, and writes the report", async (context) => {
    needsInstall(context);
    const out = await contender("backtest", "--strategy", "./own/asks.ts", "--report", "own/report.html");
    expect(out).toContain("this run");
    expect(readFileSync(join(project, "own/report.html"), "utf8")).toMatch(/^<!doctype html>[^]*uPlot/i);
  });

  it("gives its types to an editor: TypeScript accepts the strategies as they are, and finds a mistake", async (context) => {
    needsInstall(context);
    const options = { module: "nodenext", moduleResolution: "nodenext", strict: true, noEmit: true, types: [] };
    const wrong = readFileSync(join(project, "own/asks.ts"), "utf8").replace("params.text", "params.nothing");
    writeFileSync(join(project, "own/wrong.ts"), wrong);
    const files = ["strategies/mine.ts", "own/asks.ts", "own/wrong.ts"];
    writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions: options, files }));
    const { code, stdout } = await command(
      process.execPath,
      `${root}node_modules/typescript/bin/tsc`,
      ...["-p", ".", "--pretty", "false"],
    );
    expect(stdout).toMatch(/^own\/wrong\.ts.*Property 'nothing' does not exist on type '\{ text: string; \}'\.\n$/);
    expect(code).not.toBe(0);
  });

  it("has left nothing in the project but the requested files", (context) => {
    needsInstall(context);
    const names = readdirSync(project).filter((name) => !name.endsWith(".tgz"));
    const told = [".contender", "contender.yaml", "node_modules", "own", "package-lock.json", "package.json"];
    expect(names.sort()).toEqual([...told, "strategies", "tsconfig.json"].sort());
  });
});
