import { Session } from "node:inspector/promises";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { buyer } from "../engine/strategies.js";
import { flush, makeWorld, MINUTE, pass } from "../engine/world.js";
import { root, textOf } from "./pages.js";

const LIVES = ["docs/concepts/life-of-a-tick.md", "docs/concepts/life-of-a-trade.md"];

/** Source files that pages link to, as paths from the root. */
function linked(pages: readonly string[]): Set<string> {
  return new Set(
    pages.flatMap((page) =>
      [...textOf(page).matchAll(/\]\(([^)#]+\.ts)\)/g)].map(([, path = ""]) => join(dirname(page), path)),
    ),
  );
}

/** Source files of which something was called while `work` ran, as paths from the root. */
async function calledIn(work: () => Promise<void>): Promise<Set<string>> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  await session.post("Profiler.takePreciseCoverage");
  await work();
  const { result } = await session.post("Profiler.takePreciseCoverage");
  session.disconnect();
  const ran = result.filter(({ functions }) =>
    functions.some(({ functionName, ranges }) => functionName !== "" && (ranges[0]?.count ?? 0) > 0),
  );
  return new Set(
    ran.map(({ url }) => relative(root, url.startsWith("file:") ? fileURLToPath(url) : (url.split("?")[0] ?? ""))),
  );
}

test("the lives of a tick and of a trade link every file of engine, strategy, risk and execution that a swap runs", async () => {
  const world = makeWorld({ strategies: [buyer("buyer", "*/10 * * * *")], duration: 60 * MINUTE });
  void world.engine.run();
  await flush();
  await pass(world, 9 * MINUTE + 30_000);
  const called = await calledIn(async () => {
    await pass(world, MINUTE);
    await flush();
  });
  expect(world.journal.steps.map(({ to }) => to)).toEqual(["SENT", "FILLED"]);
  const ran = [...called].filter((path) => /^src\/(engine|strategy|risk|execution)\//.test(path));
  expect(ran.length).toBeGreaterThan(30);
  const links = linked(LIVES);
  expect(ran.filter((path) => !links.has(path)).sort()).toEqual([]);
});
