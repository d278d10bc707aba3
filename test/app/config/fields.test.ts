import { describe, expect, it } from "vitest";
import { configJsonSchema } from "../../../src/app/config/json-schema.js";
import type { SchemaNode } from "../../../src/core/json-schema.js";
import { problems, SMALLEST } from "./check.js";

const LIVE = 'service: { baseUrl: "https://x.example", key: "${KEY}" }\n';
const strategy = (fields: string): string => `${SMALLEST}strategies: [{ use: a, allocation: 0.1, ${fields} }]\n`;
const section = (text: string): string => `${SMALLEST}${text}\n`;
const sandbox = (fields: string): string => `service: { sandbox: { ${fields} } }\n`;

/** Every field of the config, wrong: the text, the key that is named, and what must be said of it. */
const WRONG: readonly (readonly [text: string, key: string, said: RegExp])[] = [
  ["service: 3", "service", /expected a map.*found 3/],
  ["service: {}", "service", /exactly one of sandbox and baseUrl, found an empty map/],
  [
    'service: { sandbox: {}, baseUrl: "https://x.example", key: "${KEY}" }',
    "service",
    /exactly one of sandbox and baseUrl/,
  ],
  ['service: { baseUrl: "https://x.example" }', "service", /exactly one of key and keyFile/],
  ['service: { baseUrl: "https://x.example", key: "${KEY}", keyFile: k }', "service", /exactly one of key and keyFile/],
  ["service: { sandbox: {}, keyFile: k }", "service", /no key beside sandbox/],
  ["service: { baseUrl: nowhere, keyFile: k }", "service.baseUrl", /expected an address such as https/],
  ["service: { baseUrl: ftp://x.example, keyFile: k }", "service.baseUrl", /expected an address/],
  [
    "service: { baseUrl: https://x.example/api, keyFile: k }",
    "service.baseUrl",
    /already contains \/api.*Write https:\/\/x\.example/,
  ],
  ["service: { baseUrl: https://x.example, key: abc }", "service.key", /the file contains a secret/],
  ["service: { baseUrl: https://x.example, keyFile: k, insecure: 1 }", "service.insecure", /expected true or false/],
  ["service: { baseUrl: https://x.example, keyFile: 7 }", "service.keyFile", /expected the path.*found 7.*Quote it/],
  [sandbox("name: ''"), "service.sandbox.name", /1 to 200 characters/],
  [sandbox("speed: 0"), "service.sandbox.speed", /from 0\.01 to 100000, found 0/],
  [sandbox("startIn: soon"), "service.sandbox.startIn", /a duration.*found "soon"/],
  [sandbox("duration: 1s"), "service.sandbox.duration", /a duration from 1m/],
  [sandbox("upcoming: -1"), "service.sandbox.upcoming", /whole number from 0 to 50/],
  [sandbox("seed: []"), "service.sandbox.seed", /a string or a whole number, found an empty list/],
  [sandbox("market: {}"), "service.sandbox.market", /exactly one of synthetic, bars and tape/],
  [sandbox("market: { synthetic: {}, tape: t }"), "service.sandbox.market", /exactly one of synthetic, bars and tape/],
  [
    sandbox("market: { synthetic: { WETH.eth: { price: 0 } } }"),
    "service.sandbox.market.synthetic.WETH.eth.price",
    /above 0/,
  ],
  [
    sandbox("market: { synthetic: { WETH.eth: { price: 1, volatility: -1 } } }"),
    "service.sandbox.market.synthetic.WETH.eth.volatility",
    /from 0 to 20/,
  ],
  [
    sandbox("market: { synthetic: { WETHH.eth: { price: 1 } } }"),
    "service.sandbox.market.synthetic.WETHH.eth",
    /Did you mean WETH\.eth/,
  ],
  [
    sandbox("market: { bars: { WETH.eth: nowhere.csv } }"),
    "service.sandbox.market.bars.WETH.eth",
    /\/project\/nowhere\.csv does not exist/,
  ],
  [sandbox("faults: nowhere.yaml"), "service.sandbox.faults", /\/project\/nowhere\.yaml does not exist/],
  [sandbox("market: { tape: nowhere }"), "service.sandbox.market.tape", /\/project\/nowhere does not exist/],
  [sandbox("market: { synthetic: {}, start: yesterday }"), "service.sandbox.market.start", /ISO 8601/],
  [sandbox("market: { synthetic: {}, start: 1969-12-31T23:59:59Z }"), "service.sandbox.market.start", /from 1970/],
  [sandbox("market: { synthetic: {}, start: 9999-12-31T00:00:00Z }"), "service.sandbox.market.start", /to 2999/],
  [sandbox("port: 70000"), "service.sandbox.port", /from 0 to 65535/],
  [sandbox("team: 3"), "service.sandbox.team", /a text.*Quote it: "3"/],
  [sandbox("teams: 1.5"), "service.sandbox.teams", /whole number from 1 to 1000/],
  [sandbox("houseTeams: 1"), "service.sandbox.houseTeams", /true or false/],
  [sandbox("slippage: compute"), "service.sandbox.slippage", /one of printed, computed, log, found "compute"/],
  [sandbox("crossChain: off"), "service.sandbox.crossChain", /true or false, found "off"/],
  [sandbox("maxTradeShare: 0"), "service.sandbox.maxTradeShare", /above 0/],
  [sandbox("minTradeAmount: 0.000001"), "service.sandbox.minTradeAmount", /an amount in quotes.*Quote it: "0.000001"/],
  [sandbox("balances: { USDC.eth: 5000 }"), "service.sandbox.balances.USDC.eth", /amount in quotes.*Quote it: "5000"/],
  [sandbox('balances: { USDX.eth: "5000" }'), "service.sandbox.balances.USDX.eth", /There is no token "USDX\.eth"/],
  [
    sandbox('balances: { USDC.eth: "1.000000000000001" }'),
    "service.sandbox.balances.USDC.eth",
    /at most 15 significant/,
  ],
  [sandbox('minTradeAmount: "0.0000000000000001"'), "service.sandbox.minTradeAmount", /at least 1e-15/],
  [sandbox("snapshotEvery: 0s"), "service.sandbox.snapshotEvery", /a duration from 1s to 1d/],
  [sandbox("profile: real"), "service.sandbox.profile", /one of document, deployed/],
  [sandbox("priceCache: -1s"), "service.sandbox.priceCache", /a duration/],
  [sandbox("priceChainCase: UPPER"), "service.sandbox.priceChainCase", /one of upper, lower/],
  [sandbox("rateLimits: none"), "service.sandbox.rateLimits", /true or false/],
  [sandbox("restrictedLeaderboard: 0"), "service.sandbox.restrictedLeaderboard", /true or false/],
  [sandbox("closeAfterEnd: 0"), "service.sandbox.closeAfterEnd", /true or false/],
  [sandbox("faults: []"), "service.sandbox.faults", /the path of a fault plan/],
  [sandbox("minTradesPerDay: 0"), "service.sandbox.minTradesPerDay", /from 1 to 1000/],
  [section("clock: { speed: fast }"), "clock.speed", /a number/],
  [section("clock: { speed: 60 }"), "clock.speed", /the embedded sandbox has its own `speed`/],
  [section("competition: { wait: maybe }"), "competition.wait", /true or false/],
  [section("competition: { watchEvery: 15 }"), "competition.watchEvery", /a duration from 1s to 1h.*found 15/],
  [section("competition: { endDate: tomorrow }"), "competition.endDate", /ISO 8601/],
  [section("competition: { leaderboardEvery: 1s }"), "competition.leaderboardEvery", /from 10s to 1d/],
  [section("competition: { balancesEvery: 2d }"), "competition.balancesEvery", /from 10s to 1d/],
  [section("competition: { minTradesPerDay: 2.5 }"), "competition.minTradesPerDay", /whole number/],
  [section("competition: { keepMinimum: 'yes' }"), "competition.keepMinimum", /true or false, found "yes"/],
  [section("defaults: { maxTradeShare: 25 }"), "defaults.maxTradeShare", /0\.25 for 25 %, found 25/],
  [section("defaults: { minTradeAmount: 1e-6 }"), "defaults.minTradeAmount", /an amount in quotes/],
  [section("defaults: { crossChain: 1 }"), "defaults.crossChain", /true or false/],
  [section("defaults: { slippage: linear }"), "defaults.slippage", /one of printed/],
  [
    section("tokens: { PEPE: { address: '0x6982508145454Ce325dDbE47a25d4ec3d2311933' } }"),
    "tokens.PEPE",
    /not a token's name/,
  ],
  [
    section("tokens: { PEPE.etth: { address: '0x6982508145454Ce325dDbE47a25d4ec3d2311933' } }"),
    "tokens.PEPE.etth",
    /unknown chain "etth".*Did you mean eth/,
  ],
  [
    section("tokens: { PEPE.svm: { address: '0x6982508145454Ce325dDbE47a25d4ec3d2311933' } }"),
    "tokens.PEPE.svm",
    /is not an address of svm/,
  ],
  [section("tokens: { PEPE.eth: { address: '0x69' } }"), "tokens.PEPE.eth.address", /a token's address/],
  [
    section("tokens: { PEPE.eth: { address: 0x6982508145454Ce325dDbE47a25d4ec3d2311933 } }"),
    "tokens.PEPE.eth.address",
    /YAML reads the address 0x6982508145454Ce325dDbE47a25d4ec3d2311933 as a number. Quote it: "0x6982508145454Ce325dDbE47a25d4ec3d2311933"/,
  ],
  [
    section("tokens: { PEPE.eth: { address: '0x6982508145454Ce325dDbE47a25d4ec3d2311933', cash: 3 } }"),
    "tokens.PEPE.eth.cash",
    /true or false/,
  ],
  [section("strategies: {}"), "strategies", /a list/],
  [section("strategies: [{ allocation: 0.3 }]"), "strategies[0].use", /expected a strategy file.*found nothing/],
  [section("strategies: [{ use: a }]"), "strategies[0].allocation", /share above 0, at most 1.*found nothing/],
  [section("strategies: [{ use: a, allocation: 30 }]"), "strategies[0].allocation", /at most 1.*found 30/],
  [section("strategies: [{ use: a, allocation: 0.7 }, { use: b, allocation: 0.7 }]"), "strategies", /add up to 1\.4/],
  [strategy("name: My Strategy"), "strategies[0].name", /lower-case letters, digits and hyphens/],
  [strategy("params: 3"), "strategies[0].params", /a map/],
  [strategy("secrets: { news: plain-text }"), "strategies[0].secrets.news", /the file contains a secret/],
  [section("risk: { maxTradeUsd: -1 }"), "risk.maxTradeUsd", /above 0/],
  [section("risk: { maxTradeShare: 2 }"), "risk.maxTradeShare", /a share from 0 to 1/],
  [section("risk: { maxSlippagePercent: 0 }"), "risk.maxSlippagePercent", /above 0/],
  [section("risk: { maxPriceMovePercent: 0 }"), "risk.maxPriceMovePercent", /above 0/],
  [section("risk: { unprovenPrice: { percent: 101 } }"), "risk.unprovenPrice.percent", /at most 100/],
  [section("risk: { unprovenPrice: { standsFor: 0s } }"), "risk.unprovenPrice.standsFor", /from 1s to 1d/],
  [
    section("risk: { minSecondsBetweenTrades: 1m }"),
    "risk.minSecondsBetweenTrades",
    /a number from 0 to 86400, found "1m"/,
  ],
  [section("risk: { maxTradesPerDay: 0 }"), "risk.maxTradesPerDay", /from 1/],
  [section("risk: { cashReserve: 5% }"), "risk.cashReserve", /a share.*found "5%"/],
  [section("risk: { tokens: [] }"), "risk.tokens", /a list of at least 1/],
  [section("risk: { tokens: [WETH] }"), "risk.tokens[0]", /could be WETH\.eth/],
  [section("risk: { drawdownStop: 0.2 }"), "risk.drawdownStop", /a map.*found 0\.2/],
  [section("risk: { drawdownStop: { share: 1 } }"), "risk.drawdownStop.share", /between 0 and 1/],
  [section("risk: { drawdownStop: { share: 0.2, samples: 0 } }"), "risk.drawdownStop.samples", /from 1 to 100/],
  [section("sampling: { every: 0s }"), "sampling.every", /a duration from 1s to 1d/],
  [section("history: { bars: { WETH.eth: nowhere.csv } }"), "history.bars.WETH.eth", /nowhere\.csv does not exist/],
  [section("history: { tapes: [nowhere] }"), "history.tapes[0]", /nowhere does not exist/],
  [section("limits: { trade: lots }"), "limits.trade", /`off`, or a count and a window/],
  [section("limits: { price: { count: 0, window: 1m } }"), "limits.price.count", /from 1/],
  [section("limits: { account: { count: 1, window: 0s } }"), "limits.account.window", /from 1s/],
  [section("limits: { all: { count: 1 } }"), "limits.all.window", /found nothing/],
  [section("limits: { each: { count: 1, window: 1s, per: 2 } }"), "limits.each.per", /unknown key/],
  [section("limits: { reservePercent: 80 }"), "limits.reservePercent", /from 0 to 50/],
  [section("execution: { deadline: 1h }"), "execution.deadline", /from 100ms to 10m/],
  [section("execution: { settle: 5s }"), "execution.settle", /a `settle` longer than `deadline`/],
  [section("execution: { maxReasonLength: 5 }"), "execution.maxReasonLength", /from 40/],
  [section("execution: { minTradeUsd: 0 }"), "execution.minTradeUsd", /above 0/],
  [section("execution: { foreignTrades: ignore }"), "execution.foreignTrades", /one of .*found "ignore"/],
  [section("onError: { retries: -1 }"), "onError.retries", /from 0 to 1000/],
  [section("data: 12"), "data", /Quote it: "12"/],
  [section("record: maybe"), "record", /true or false/],
  [section("seed: {}"), "seed", /a string or a whole number/],
  [section("log: { level: verbose }"), "log.level", /one of debug, info, warn, error/],
];

describe("a field that is wrong", () => {
  it.each(WRONG)("in %s is named with its place, what was expected and what was found", (text, key, said) => {
    const lines = problems(text, { KEY: "0123456789abcdef_0123456789abcdef" });
    const line = lines.find((one) => one.includes(`  ${key}: `));
    expect(line, lines.join("\n")).toMatch(/^\/project\/contender\.yaml:\d+:\d+ {2}/);
    expect(line).toMatch(said);
  });

  it("is tried for every field that the schema has", () => {
    const tried = new Set(WRONG.map(([, key]) => key.replaceAll(/\[\d+\]/g, "[]")));
    const leaves = (node: SchemaNode, path: string): string[] => {
      const members = Object.entries(node.properties ?? {}).flatMap(([name, child]) =>
        leaves(child, path === "" ? name : `${path}.${name}`),
      );
      return members.length > 0 ? members : node.items?.properties ? leaves(node.items, `${path}[]`) : [path];
    };
    const untried = leaves(configJsonSchema(), "").filter((leaf) => ![...tried].some((one) => one.startsWith(leaf)));
    expect(untried).toEqual([]);
  });
});

describe("a key that does not exist", () => {
  it.each([
    ["servce: { sandbox: {} }", "servce", "Did you mean service?"],
    [`${LIVE}risk: { maxTradeUds: 3 }`, "risk.maxTradeUds", "Did you mean maxTradeUsd?"],
    [sandbox("spede: 3"), "service.sandbox.spede", "Did you mean speed?"],
    [strategy("alocation: 3"), "strategies[0].alocation", "Did you mean allocation?"],
    [section("log: { colour: true }"), "log.colour", "Allowed keys: level."],
  ])("in %s is named with the nearest one that does", (text, key, hint) => {
    const line = problems(text, { KEY: "0123456789abcdef" }).find((one) => one.includes(`  ${key}: unknown key`));
    expect(line).toContain(hint);
  });
});

describe("several problems", () => {
  it("are reported all at once, in the order of the file", () => {
    const lines = problems("clock: { speed: x }\nservice: { sandbx: {} }\nrisk:\n  cashReserve: 2\n  maxTradeUsd: z\n");
    expect(lines.map((line) => /:(\d+):/.exec(line)?.[1])).toEqual(["1", "2", "2", "4", "5"]);
  });

  it("are one where one value is wrong", () => {
    expect(problems(sandbox('balances: { USDC.eth: "1e3" }'))).toHaveLength(1);
    expect(problems(sandbox('balances: { USDX.eth: "1" }'))).toHaveLength(1);
  });

  it("include wrong names beside wrong types", () => {
    const lines = problems(`${SMALLEST}clock: { speed: x }\nrisk: { tokens: [NOPE.eth] }\n`);
    expect(lines).toHaveLength(2);
  });
});

describe("one token under two names", () => {
  const WETH = "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2";
  const DAI = "0x6B175474E89094C44Da98b954EedeAC495271d0F";
  const USDC = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48";

  it.each([
    [
      sandbox(`balances: { WETH.eth: "1", "${WETH}.eth": "7" }`),
      `balances.${WETH}.eth: this is the same token as WETH.eth`,
    ],
    [sandbox("market: { synthetic: { WBTC: { price: 1 }, WBTC.eth: { price: 2 } } }"), "the same token as WBTC."],
    [sandbox("market: { bars: { WBTC: /, WBTC.eth: / } }"), "bars.WBTC.eth: this is the same token as WBTC."],
    [section("history: { bars: { WBTC: /, WBTC.eth: / } }"), "history.bars.WBTC.eth: this is the same token as WBTC."],
    [
      section(`tokens: { A.eth: { address: "${DAI}" }, B.eth: { address: "${DAI.toLowerCase()}" } }`),
      "tokens.B.eth: its address is that of A.eth",
    ],
    [
      section(`tokens: { A.eth: { address: "${DAI}", cash: true }, B.eth: { address: "${WETH}", cash: true } }`),
      "tokens.B.eth: A.eth is already the cash token of its chain",
    ],
  ])("is reported when it would replace the other one: %s", (text, said) => {
    const lines = problems(text, { KEY: "0123456789abcdef" });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(said);
  });

  it("is no problem on different chains, but a new name for USDC matters to a sandbox that begins with USDC", () => {
    const own = (cash: boolean) =>
      `tokens: { A.eth: { address: "${DAI}", cash: ${cash} }, A.base: { address: "${DAI}", cash: ${cash} } }`;
    expect(problems(section(own(true)))).toEqual([]);
    const dollar = `tokens: { DOLLAR.eth: { address: "${USDC}", cash: true } }\n`;
    expect(problems(`${LIVE}${dollar}`, { KEY: "0123456789abcdef" })).toEqual([]);
    expect(problems(`${SMALLEST}${dollar}`)[0]).toContain("service.sandbox.balances: There is no token");
    expect(problems(`${sandbox('balances: { DOLLAR.eth: "5" }')}\n${dollar}`)).toEqual([]);
  });
});
