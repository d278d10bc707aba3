import { expect, it } from "vitest";
import { tellPlannedUse } from "../../src/app/tell-use.js";
import { effectiveLimits } from "../../src/gateway/index.js";
import { plannedUse } from "../../src/gateway/planned-use.js";

/** What is logged of a plan of so many balances a minute. */
function told(getBalances: number): string[] {
  const lines: string[] = [];
  const to = (level: string) => (text: string) => void lines.push(`${level} ${text}`);
  const log = { debug: to("debug"), info: to("info"), warn: to("warn"), error: to("error") };
  tellPlannedUse(log, plannedUse({ getBalances }, effectiveLimits([])));
  return lines;
}

it("the planned use is logged with the tightest limit and its reserve, as a warning if it does not fit", () => {
  const planned = "Planned use of the rate limits: at most";
  expect(told(0)).toEqual([]);
  expect(told(9)).toEqual([`info ${planned} 33% (9 of 30 account requests per 1m, 3 of them reserved for trades)`]);
  expect(told(54)).toEqual([
    `warn ${planned} 200% (54 of 30 account requests per 1m, 3 of them reserved for trades). Requests will be delayed: sample or decide less often, or use fewer tokens.`,
  ]);
});
