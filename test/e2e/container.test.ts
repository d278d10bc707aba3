import { createServer } from "node:net";
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { CONTAINER, needsContainers, signalFirst } from "../support/container.js";
import { expectTold, folderWith, HOLDS } from "./bot.js";
import { liveBot } from "./live-bot.js";
import { end, start } from "./process.js";

describe("a bot that is the first process of its container", () => {
  it("continues where one with the same process number died; a second container is refused meanwhile", async (test) => {
    needsContainers(test);
    const live = await liveBot();
    let bot = live.startContained();
    try {
      await live.tradesOn(1);
      const says = [/The journal in .* is held by another bot \(process 1\)/, /Stop that bot first/];
      expectTold(await live.startContained().finished, { code: 2, says, secret: live.service.key });
      signalFirst(bot.child, "SIGKILL");
      await bot.finished;
      bot = live.startContained();
      await live.tradesOn(2);
      signalFirst(bot.child, "SIGTERM");
      expect((await bot.finished).code).toBe(0);
      await live.expectAgreement();
    } finally {
      await end(bot);
      await live.service.close();
    }
  });

  it.for(["SIGTERM", "SIGINT"] as const)(
    "is ended by a %s that comes before it is ready to trade",
    async (signal, test) => {
      needsContainers(test);
      const silent = createServer().listen(0, "127.0.0.1");
      await once(silent, "listening");
      const { port } = silent.address() as { port: number };
      const cwd = folderWith({
        "holds.ts": HOLDS,
        "contender.yaml": `{ service: { baseUrl: "http://127.0.0.1:${port}", key: "\${TEAM_KEY}" }, strategies: [{ use: ./holds.ts, allocation: 1 }] }`,
      });
      const bot = start(["start"], { cwd, env: { TEAM_KEY: "k1234567" }, container: CONTAINER });
      try {
        await bot.shows(/Contender .* http:/);
        signalFirst(bot.child, signal);
        expect((await bot.finished).code).toBe(130);
      } finally {
        await end(bot);
        silent.close();
      }
    },
  );
});
