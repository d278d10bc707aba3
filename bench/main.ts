/** `npm run bench [NAME…]`: runs the benchmarks and prints one table; exits 1 where a target is missed. */
import Table from "cli-table3";
import type { Row } from "./harness.js";

const SUITES: Readonly<Record<string, () => Promise<{ run: () => Promise<Row[]> }>>> = {
  sandbox: () => import("./sandbox.js"),
  gateway: () => import("./gateway.js"),
  startup: () => import("./startup.js"),
  backtest: () => import("./backtest.js"),
  "backtest-process": () => import("./backtest-process.js"),
  tape: () => import("./tape.js"),
  memory: () => import("./memory.js"),
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in SUITES));
if (unknown.length > 0)
  throw new Error(`no benchmark ${unknown.join(", ")}; there are ${Object.keys(SUITES).join(", ")}`);

const table = new Table({ head: ["what", "against", "ratio", "target", "rounds", ""] });
let missed = 0;
for (const [name, load] of Object.entries(SUITES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.error(`measuring ${name} …`);
  const { run } = await load();
  for (const row of await run()) {
    table.push([row.name, row.baseline, row.ratio.toFixed(3), row.target, row.rounds, row.met ? "met" : "MISSED"]);
    if (!row.met) missed++;
  }
}
console.log(table.toString());
process.exitCode = missed > 0 ? 1 : 0;
