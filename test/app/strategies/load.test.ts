import { expect, it } from "vitest";
import { checkConfig } from "../../../src/app/check-config.js";
import { botFolder } from "../bot-files.js";

/** What is wrong with the strategies of a config. */
function problem(...entries: string[]): string {
  const { folder, file } = botFolder(
    `service: { sandbox: {} }\nstrategies:\n${entries.map((entry) => `  - { ${entry}, allocation: 0.3 }\n`).join("")}`,
  );
  try {
    checkConfig(file);
  } catch (error) {
    return (error as Error).message.replaceAll(folder, "");
  }
  return "nothing";
}

it("a name that two strategies share is reported at the second, even if an earlier one is wrong", () => {
  const twice = /contender\.yaml:5:\d+ +strategies\[2\]\.name: strategies\[1\] is also named rebalance/;
  expect(problem("use: nothing", "use: rebalance", "use: rebalance")).toMatch(twice);
  expect(problem("use: nothing", "use: rebalance", "use: sma-cross, name: rebalance")).toMatch(twice);
});

it("one file under two names is right", () => {
  expect(problem("use: rebalance", "use: rebalance, name: slow")).toBe("nothing");
});
