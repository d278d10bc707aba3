import { describe, expect, it } from "vitest";
import { expectNoStack, expectTold, folderWith, HOLDS, strategy } from "./bot.js";
import { run, type Finished } from "./process.js";

/** Issue "A bot competes", bad input: strategies, in an embedded sandbox, one decision each. */
const once = (files: Readonly<Record<string, string>>, params: Readonly<Record<string, string>> = {}) => {
  const entries = Object.keys(files).map(
    (file) => `  - { use: ./${file}, allocation: 0.02, params: { ${params[file] ?? ""} } }\n`,
  );
  const config = `service: { sandbox: { duration: 300d } }\nstrategies:\n${entries.join("")}`;
  return run(["start", "--once"], { cwd: folderWith({ ...files, "contender.yaml": config }) });
};

/** What a strategy does in `decide`, what is said of it, and what to do. */
const PARKED: Readonly<Record<string, readonly [members: string, says: RegExp, remedy: RegExp]>> = {
  throws: ['decide() { throw new Error("the sky fell"); },', /the sky fell/, /Fix the strategy/],
  "throws-text": ['decide() { throw "a text"; },', /a text/, /Fix the strategy/],
  loops: ["decide() { for (;;); },", /did not return within 5000 ms and was stopped/, /loop without an end/],
  number: ["decide: () => 7,", /decide returned 7/, /Return a decision/],
  promise: [
    'decide({ hold }) { return Promise.resolve(hold({ reason: "r" })); },',
    /returned a promise/,
    /belongs into read/,
  ],
  kind: ['decide: () => ({ kind: "sell everything" }),', /no decision of kind 'sell everything'/, /the view's swap/],
  nan: [
    'decide: ({ swap }) => swap({ from: "USDC.eth", to: "WETH.eth", size: { usd: NaN }, reason: "r" }),',
    /size\.usd must be a number above 0 \(it is NaN\)/,
    /Fix the strategy/,
  ],
  token: [
    'decide: ({ swap }) => swap({ from: "USDC.eth", to: "WETHH.eth", size: { usd: 9 }, reason: "r" }),',
    /There is no token \\?"WETHH\.eth\\?"/,
    /Did you mean WETH\.eth/,
  ],
  "token-price": [
    'decide: ({ price, hold }) => hold({ reason: String(price("DOGE.eth")) }),',
    /There is no token \\?"DOGE\.eth\\?"/,
    /Tokens are named ALIAS\.chain/,
  ],
  state: [
    'state: z.object({ n: z.number().default(0) }), decide: ({ hold }) => ({ decisions: hold({ reason: "r" }), state: { n: "x" } }),',
    /the returned state does not fit/,
    /Fix the strategy/,
  ],
  deep: ["decide() { const f = () => f(); return f(); },", /Maximum call stack/, /Fix the strategy/],
};

/** A file that cannot be used: what stands in it, the params of its entry, and what is said of it. */
const UNUSABLE: Readonly<Record<string, readonly [source: string, params: string, says: RegExp]>> = {
  "loads-forever": [
    "for (;;);",
    "",
    /loading it was stopped: It did not return within 30000 ms.*loop without an end.*large packages/,
  ],
  "throws-at-load": ['throw new Error("no way");', "", /loading it failed: no way/],
  syntax: ["export default {{", "", /syntax\.ts:1:\d+: Unexpected token\. Correct the syntax/],
  empty: ["", "", /it has no default export. Begin it with/],
  imports: ['import x from "no-such-package"; export default x;', "", /no-such-package.*npm install no-such-package/],
  "needs-throws": [strategy("a", 'needs() { throw new Error("no needs"); }, decide: () => 1,'), "", /threw: no needs/],
  "needs-loops": [
    strategy("b", "needs() { for (;;); }, decide: () => 1,"),
    "",
    /needs: It did not return within 5000 ms and was stopped\. Look for a loop/,
  ],
  "needs-unknown": [
    strategy("c", 'needs: () => ({ prices: ["WETHH.eth"] }), decide: () => 1,'),
    "",
    /There is no token "WETHH\.eth"\. Did you mean WETH\.eth/,
  ],
  schedule: [strategy("d", "decide: () => 1,").replace("* * * * * *", "now"), "", /schedule\.main: .*now/],
  "unknown-token": [strategy("e", "decide: () => 1,"), "token: WETHH.eth", /params\.token: .*Did you mean WETH\.eth/],
  unbuyable: [
    strategy("f", "decide: () => 1,"),
    "token: WETH.polygon",
    /WETH\.polygon can never be bought: .*Name a token of one of these chains/,
  ],
  "too-small": [strategy("g", "decide: () => 1,"), "count: 0", /params\.count: .*>=1.*contender strategies/],
  "unknown-param": [strategy("h", "decide: () => 1,"), "cout: 3", /params\.cout: .*Did you mean count/],
};

const withNames = <T>(table: Readonly<Record<string, T>>, source: (name: string, value: T) => string) =>
  Object.fromEntries(Object.entries(table).map(([name, value]) => [`${name}.ts`, source(name, value)]));

const lineOf = ({ stderr }: Finished, name: string): string =>
  stderr.split("\n").find((line) => line.includes(`"strategy":"${name}"`)) ?? "";

describe.concurrent("strategies", () => {
  it("that fail in decide are disabled with error and remedy, the others decide, and --once ends with 1", async () => {
    const files = withNames(PARKED, (name, [members]) => strategy(name, members));
    const finished = await once({ ...files, "holds.ts": HOLDS });
    for (const [name, [, says, remedy]] of Object.entries(PARKED)) {
      expect(lineOf(finished, name)).toMatch(says);
      expect(lineOf(finished, name)).toMatch(remedy);
      expect(finished.stdout).toMatch(new RegExp(`^${name} was disabled at 20[\\d :-]{17} UTC: `, "m"));
    }
    expectTold(finished, {
      code: 1,
      says: [
        /holds: hold\. all is well/,
        new RegExp(`^${Object.keys(PARKED).length} of 12 strategies could not decide$`, "m"),
      ],
    });
  });

  it("that cannot be used are all named with file, line, column and remedy, and nothing is started", async () => {
    const files = withNames(UNUSABLE, (_name, [source]) => source);
    const params = withNames(UNUSABLE, (_name, [, text]) => text);
    const finished = await once(files, params);
    const lines = finished.stderr.split("\n");
    Object.entries(UNUSABLE).forEach(([, [, , says]], index) => {
      const line = lines.find((text) => text.includes(`strategies[${index}]`)) ?? "";
      expect(line).toMatch(new RegExp(`contender\\.yaml:${index + 3}:\\d+ `));
      expect(line).toMatch(says);
    });
    expectTold(finished, { code: 2, says: [/error \(CONFIG\)/, /contender config check/] });
    expect(finished.stdout).toBe("");
  });

  it("that end the process do not make it look successful", async () => {
    for (const files of [
      { "exits.ts": "process.exit(0);" },
      { "exits.ts": strategy("exits", "decide() { process.exit(0); },") },
      // What a person's third Ctrl-C gives.
      { "exits.ts": strategy("exits", "decide() { process.exit(130); },") },
    ])
      expectTold(await once(files), {
        code: 1,
        says: [/The program was ended before it had finished \(ENDED_EARLY\)/, /for process\.exit/],
      });
  });

  it("that leave a rejected promise behind are reported with the line, and the bot continues", async () => {
    const stray = (text: string): string => `void Promise.reject(new Error("left behind ${text}"));`;
    const finished = await once({
      "strays.ts": strategy("strays", `decide({ hold }) { ${stray("early")} return hold({ reason: "r" }); },`),
      "loads.ts": stray("while it is loaded") + HOLDS,
    });
    expectTold(finished, {
      code: 0,
      says: [
        /rejection: left behind early \(strays\.ts:7\)/,
        /while it is loaded \(loads\.ts:1\)/,
        /Await the promise, or catch/,
      ],
    });
  });

  it("that throw in a timer end the bot with a message and exit code 1", async () => {
    const timer = 'setImmediate(() => { throw new Error("too late"); });';
    const finished = await once({
      "timer.ts": strategy("timer", `decide({ hold }) { ${timer} return hold({ reason: "r" }); },`),
    });
    expectTold(finished, { code: 1, says: [/uncaught error .*: too late \(UNCAUGHT\)/, /timers and event handlers/] });
  });

  it("whose read fails decide without inputs, and the log gives the reason", async () => {
    const reads = (name: string, body: string) =>
      strategy(name, `read: async () => { ${body} }, decide: ({ inputs, hold }) => hold({ reason: String(inputs) }),`);
    const finished = await once({
      "throws.ts": reads("throws", 'throw new Error("no news");'),
      "loops.ts": reads("loops", "for (;;);"),
    });
    expectTold(finished, {
      code: 0,
      says: [
        /throws: read failed: no news/,
        /loops: read failed: It did not return within 5000 ms/,
        /throws: hold\. null/,
      ],
    });
    expectNoStack(finished.stderr);
  });
});
