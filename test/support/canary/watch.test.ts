import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { ContenderError } from "../../../src/core/errors.js";
import { seededRandom } from "../../../src/core/random.js";
import { ApiKeys } from "../../../src/sandbox/api-keys.js";
import { keyWatch } from "./watch.js";
import { emptyFolder } from "../empty-folder.js";

/** What this test plants the watch finds: without this it would fail the suite. */
afterEach(() => void keyWatch.end());

const issue = (): string => new ApiKeys(seededRandom("planted")).issue("team");
const folder = (): string => emptyFolder();
const places = (key: string): string[] => keyWatch.end().flatMap((leak) => (leak.key === key ? [leak.where] : []));

it("the watch finds a key in a file of a temporary folder that is left, or removed whole or in part", () => {
  const [left, removed] = [folder(), folder()];
  writeFileSync(join(left, "report.html"), `<p>${issue()}</p>`);
  writeFileSync(join(left, "late.log"), issue());
  rmSync(join(left, "late.log"));
  mkdirSync(join(removed, "data"));
  writeFileSync(join(removed, "data", "journal.sqlite-wal"), issue());
  rmSync(removed, { recursive: true });
  expect(places(issue())).toEqual([
    join(left, "late.log"),
    join(removed, "data", "journal.sqlite-wal"),
    join(left, "report.html"),
  ]);
  rmSync(left, { recursive: true });
});

it("the watch no longer looks for half of a key that it was told to forget", () => {
  const key = issue();
  const half = key.slice(0, 16);
  keyWatch.look("a text", half);
  expect(places(half)).toEqual(["a text"]);
  keyWatch.forget();
  keyWatch.look("a text", half);
  expect(places(half)).toEqual([]);
});

it("the watch ignores key files, and what is removed elsewhere", () => {
  const [dir, other] = [folder(), folder()];
  for (const name of ["key", "team.key", "key.next", "key.previous", "key.answer"])
    writeFileSync(join(dir, name), issue());
  expect(keyWatch.end()).toEqual([]);
  writeFileSync(join(dir, "keys"), issue());
  rmSync(other, { recursive: true });
  expect(keyWatch.end()).toEqual([]);
  keyWatch.watchFolder(dir);
  expect(places(issue())).toEqual([join(dir, "keys")]);
  rmSync(dir, { recursive: true });
});

it("the watch finds a key in the arguments of a process, in the process list and in its output", async () => {
  const key = issue();
  const program = "console.log(process.env.KEY); console.error(process.env.KEY)";
  const child = spawn(process.execPath, ["-e", program], { env: { KEY: key }, stdio: ["ignore", "pipe", "pipe"] });
  let heard = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (heard += text));
  await once(child, "close");
  expect(heard).toBe(`${key}\n`);
  expect(places(key)).toEqual([expect.stringMatching(/^stdout of /), expect.stringMatching(/^stderr of /)]);
  // It lives until it was heard: then it is still in the list.
  const lives = "console.log(1); process.stdin.resume()";
  await new Promise((resolve) => {
    const { stdin, stdout } = execFile(process.execPath, ["-e", lives, key], resolve);
    stdout?.once("data", () => stdin?.end());
  });
  const seen = places(key);
  expect(seen[0]).toMatch(/^the arguments of /);
  if (process.platform === "linux") expect(seen[1]).toMatch(/^the process list: /);
});

it("the watch takes the keys that a sandbox prints on standard output, and finds them elsewhere", async () => {
  const key = "aaaaaaaaaaaaaaaa_0123456789abcdef";
  const program = "console.log(process.env.KEY)";
  const options = { env: { KEY: key } };
  await new Promise((resolve) => execFile(process.execPath, ["-e", program, "sandbox"], options, resolve));
  expect(keyWatch.end()).toEqual([]);
  keyWatch.look("a text", "it began with aaaaaaaaaaaaaaaa");
  expect(keyWatch.end()).toEqual([{ where: "a text", key: "aaaaaaaaaaaaaaaa" }]);
});

it("the watch finds half of a key that was issued", () => {
  const [half = ""] = issue().split("_");
  keyWatch.look("an error", `refused ${half}...`);
  expect(keyWatch.end()).toEqual([{ where: "an error", key: half }]);
});

it("the watch finds a key in an error that is never printed, in its remedy and in its causes", () => {
  const key = issue();
  class PlantedError extends ContenderError {
    readonly code = "PLANTED";
  }
  new PlantedError("nothing in it", { remedy: "nor here", cause: new Error("nor there") });
  expect(places(key)).toEqual([]);
  new PlantedError(`refused ${key}`);
  new PlantedError("refused", { remedy: `try ${key}` });
  const { name } = new PlantedError("refused", { cause: new Error("of", { cause: new Error(`Bearer ${key}`) }) });
  expect(name).toBe("PlantedError");
  expect(places(key)).toEqual(Array(3).fill("an error (PlantedError)"));
});

it("the watch finds a key on a standard stream of this process", () => {
  writeSync(2, `${issue()}\n`);
  expect(places(issue())).toEqual(["a standard stream of the tests"]);
});
