import { expect, test } from "vitest";
import { competitionOf } from "../../../src/app/backtest/competition.js";
import { openConfig } from "../../../src/app/config/find.js";
import { registryOf } from "../../../src/app/config/registry.js";
import { openWorld } from "../../../src/app/service-connection/open.js";
import { silentLog } from "../../../src/core/log.js";
import { Secrets } from "../../../src/core/secrets.js";
import type { RateLimit } from "../../../src/model/rules.js";
import { botFolder } from "../bot-files.js";

const lines = (limits: readonly RateLimit[]): string[] =>
  limits.map(({ scope, count, windowMs }) => `${scope} ${count} in ${windowMs}`).sort();

test.each([
  ["has limits", "rateLimits: true", "", 6],
  ["has none", "rateLimits: false", "", 0],
  ["has none, but config has some", "rateLimits: false", "limits: { all: { count: 7, window: 1h } }", 1],
  ["has limits, some of which config lifts", "rateLimits: true", "limits: { all: off, each: off }", 3],
])(
  "a bot beside an embedded sandbox that %s keeps the limits that a backtest counts",
  async (_, own, limits, count) => {
    const loaded = openConfig(botFolder(`service: { sandbox: { ${own} } }\n${limits}\n`).file);
    const registry = registryOf(loaded.config.tokens);
    const world = await openWorld({ loaded, registry, secrets: new Secrets(), log: silentLog });
    try {
      await world.gateway.rules();
      const kept = [...world.gateway.limits().values()].flat();
      const { limits: counted } = competitionOf(loaded.config);
      if (counted === undefined || counted === "off") throw new Error("the backtest's limits are not given");
      expect(lines(kept)).toEqual(lines(counted));
      expect(kept).toHaveLength(count);
    } finally {
      await world.close();
    }
  },
);
