import { expect, test } from "vitest";
import type { Finding } from "../../../src/app/doctor/check.js";
import { configSchema } from "../../../src/app/config/schema.js";
import { checkService } from "../../../src/app/doctor/service.js";
import type { World } from "../../../src/app/service-connection/connection.js";
import { ContenderError } from "../../../src/core/errors.js";
import { SimulatedClock } from "../../../src/core/time/simulated-clock.js";
import { checkLimits } from "../../../src/app/doctor/limits.js";
import { KNOWN_TOKENS } from "../../../src/model/known-tokens.js";
import { TokenRegistry } from "../../../src/model/token-registry.js";
import type { BoundStrategy } from "../../../src/strategy/bind/bind.js";
import { SLIPPAGE_MODELS, type SlippageModel } from "../../../src/model/slippage.js";
import { systemClock } from "../../../src/core/time/system-clock.js";

class Refused extends ContenderError {
  constructor(readonly code: string) {
    super("refused", { remedy: "Ask." });
  }
}

interface Service {
  /** How far its clock is ahead, milliseconds. */
  readonly ahead?: number;
  readonly speed?: number;
  readonly status?: object;
  readonly unread?: readonly string[];
  readonly connect?: () => Promise<never>;
  readonly rules?: () => Promise<never>;
  readonly slippage?: SlippageModel | null;
  readonly risk?: object;
  readonly minTradesPerDay?: number;
  readonly strategies?: readonly BoundStrategy[];
  /** What some of its reads answer. */
  readonly reads?: Partial<typeof ALL_READ>;
}

const answers = (): Promise<unknown> => Promise.resolve([]);
const ALL_READ = {
  balances: answers,
  portfolio: answers,
  trades: answers,
  leaderboard: answers,
  upcoming: answers,
  price: answers,
  tokenInfo: answers,
  quote: answers,
};

const registry = new TokenRegistry(KNOWN_TOKENS);

const STATUS = { active: true, competition: { name: "Spring", endAt: null }, participating: true };

/** What is found of a service, a line for each check; `code` where there is one. */
async function found({
  ahead = 0,
  speed = 1,
  status = {},
  unread = [],
  connect,
  rules,
  slippage = null,
  risk,
  minTradesPerDay,
  strategies = [],
  reads = {},
}: Service): Promise<string[]> {
  const answer = () => ({
    health: { version: "1.2.3", timestamp: systemClock.now() + ahead },
    status: { ...STATUS, ...status },
  });
  const config = configSchema.parse({ service: { sandbox: {} }, risk });
  const gateway = {
    connect: connect ?? (() => Promise.resolve(answer())),
    ...ALL_READ,
    ...reads,
    rules:
      rules ??
      (() => Promise.resolve({ rateLimits: [1, 2, 3], unread, slippage, minTradesPerDay: minTradesPerDay ?? null })),
  };
  const world = { gateway, clock: new SimulatedClock(0), speed } as unknown as World;
  const line = ({ status, check, text, code }: Finding): string => `${status} ${check}: ${text}${code && ` (${code})`}`;
  return (await checkService(world, strategies, config, registry)).map(line);
}

test("a healthy service is reported check by check", async () => {
  expect(await found({})).toEqual([
    "ok service: version 1.2.3, and the key is accepted",
    expect.stringMatching(/^ok clock: the service's clock is \d+s (ahead|behind)$/),
    "ok competition: Spring is active, and the team takes part",
    "ok rules: read, 3 rate limits among them",
    "ok reads: all answers are usable",
  ]);
});

test("every read is tried once, and an answer that cannot be used is named with what that means for the bot", async () => {
  const asked: string[] = [];
  const reads = Object.fromEntries(
    (["balances", "portfolio", "trades", "leaderboard", "upcoming", "price", "tokenInfo", "quote"] as const).map(
      (name) => [name, () => (asked.push(name), Promise.reject(new Refused("ANSWER")))],
    ),
  );
  const lines = await found({ reads, risk: { drawdownStop: { share: 0.2 } } });
  expect(asked).toEqual(Object.keys(reads));
  expect(lines.filter((line) => line.includes(" reads: "))).toEqual([
    "fail reads: the balances cannot be used: refused. The bot cannot join a competition without them. (ANSWER)",
    "warn reads: the portfolio cannot be used: refused. The drawdown stop has no portfolio: it goes by the leaderboard alone. (ANSWER)",
    "fail reads: the list of trades cannot be used: refused. Whether a trade was made whose answer is lost cannot be proven. (ANSWER)",
    "warn reads: the leaderboard cannot be used: refused. Rank and final standing stay unknown, and the drawdown stop has no leaderboard. (ANSWER)",
    "warn reads: the list of upcoming competitions cannot be used: refused. What is to come stays unknown. (ANSWER)",
    "fail reads: the price of WETH.eth cannot be used: refused. Strategies decide on prices. (ANSWER)",
    "warn reads: the token information of WETH.eth cannot be used: refused. Only `contender token`, and strategies that read it, need it. (ANSWER)",
    "fail reads: the quote of USDC.eth for WETH.eth cannot be used: refused. A trade is made only on a fresh quote. (ANSWER)",
  ]);
});

test("before a competition is active no leaderboard is tried", async () => {
  const reads = { leaderboard: () => Promise.reject(new Refused("NO_COMPETITION")) };
  const lines = await found({ reads, status: { active: false, competition: null } });
  expect(lines).toContain("ok reads: all answers are usable");
});

test("nothing else is checked if the service cannot be reached", async () => {
  expect(await found({ connect: () => Promise.reject(new Refused("UNAUTHORIZED")) })).toEqual([
    "fail service: refused (UNAUTHORIZED)",
  ]);
});

test("a clock that is far off is warned of, except that of a sandbox known to be fast", async () => {
  const [, far] = await found({ ahead: 3_600_000 });
  expect(far).toMatch(/^warn clock: the service's clock is .* ahead$/);
  const [, fast] = await found({ ahead: 3_600_000, speed: 60 });
  expect(fast).toBe("ok clock: the service's own, 60 times as fast");
});

test("whether the team takes part is reported, and also that the service does not say it", async () => {
  const part = async (status: object) => (await found({ status })).find((line) => line.includes(" competition: "));
  expect(await part({ participating: false })).toBe(
    "fail competition: the team does not take part in Spring (NOT_PARTICIPATING)",
  );
  expect(await part({ participating: null, competition: null })).toBe(
    "ok competition: a competition is active; the service does not report whether the team takes part",
  );
  expect(await part({ active: false, competition: null })).toBe("warn competition: none is active");
});

test("rules that are not understood, or cannot be read yet, are a warning, and any other failure is one", async () => {
  const rules = async (service: Service) => (await found(service)).find((line) => line.includes(" rules: "));
  expect(await rules({ unread: ["no shorts", "no bots"] })).toBe(
    "warn rules: could not be parsed: no shorts · no bots",
  );
  expect(await rules({ rules: () => Promise.reject(new Refused("NO_COMPETITION")) })).toBe(
    "warn rules: they can be read only while a competition is active (NO_COMPETITION)",
  );
  expect(await rules({ rules: () => Promise.reject(new Refused("SERVICE_FAILED")) })).toBe(
    "fail rules: refused (SERVICE_FAILED)",
  );
});

test("a slippage limit that no buy can keep is warned of, by the formula of the rules or else of config", async () => {
  const told = async (percent: number, slippage: SlippageModel | null = null) =>
    (await found({ slippage, risk: { maxSlippagePercent: percent } })).filter((line) => line.includes(" risk: "));
  const none = (percent: number, worst: number, model: string) => [
    `warn risk: \`maxSlippagePercent: ${percent}\` lets no buy through: the smallest trade, $1, may slip by ${worst} % (formula \`${model}\`)`,
  ];
  expect(await told(0.059, "log")).toEqual(none(0.059, 0.06, "log"));
  expect(await told(0.06, "log")).toEqual([]);
  expect(await told(0.059)).toEqual([]);
  expect(await told(0.0005)).toEqual(none(0.0005, 0.00055, "computed"));
});

test("the advised slippage limit lets the smallest trade through, however it is rounded", () => {
  for (const minTradeUsd of [0.01, 1, 7.3, 33.333, 250]) {
    const found = (maxSlippagePercent: number) => {
      const execution = { minTradeUsd };
      const config = configSchema.parse({ service: { sandbox: {} }, execution, risk: { maxSlippagePercent } });
      const limits = { strategies: [], registry, due: null };
      return SLIPPAGE_MODELS.map((slippage) => checkLimits(config, { ...limits, slippage })[0]);
    };
    for (const [i, told] of found(1e-9).entries()) {
      const advised = Number(/^Raise it to (\S+) at least/.exec(told?.remedy ?? "")?.[1]);
      expect(found(advised)[i], `$${minTradeUsd}, ${advised} %`).toBeUndefined();
    }
  }
});

test("limits that prevent a strategy's buys or the daily minimum are warned of", async () => {
  const strategies = [
    {
      name: "both",
      traded: ["WETH.eth", "WBTC.eth", "USDC.eth"],
      tokens: [],
      schedule: { patterns: {}, timezone: "UTC" },
      cadences: [],
    },
  ] as unknown as BoundStrategy[];
  const limited = async (risk: object, minTradesPerDay: number) =>
    (await found({ risk, minTradesPerDay, strategies })).filter((line) => line.includes(" risk: "));
  expect(await limited({ maxTradeUsd: 0.5, maxTradesPerDay: 2, tokens: ["WBTC"] }, 3)).toEqual([
    "warn risk: `maxTradeUsd: 0.5` lets no buy through: trades below $1 are not made",
    "warn risk: `maxTradesPerDay: 2` is less than the 3 trades a day that are asked for",
    "warn risk: `tokens` does not let both buy WETH.eth",
  ]);
  expect(await limited({ maxTradeUsd: 1, maxTradesPerDay: 3, tokens: ["WBTC", "WETH.eth"] }, 3)).toEqual([]);
});
