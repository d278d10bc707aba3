import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { controlAddress } from "../../src/app/control/address.js";
import { serveControl } from "../../src/app/control/server.js";
import { askOnce } from "../../src/app/requests/ask.js";
import { askSwap } from "../../src/app/requests/ask-swap.js";
import { botFolder } from "./bot-files.js";

const told = vi.hoisted(() => ({ warnings: [] as string[] }));

vi.mock("../../src/app/process/log.js", () => ({
  openStderrLog: async () => ({ warn: (text: string) => void told.warnings.push(text) }),
}));

beforeEach(() => {
  told.warnings = [];
});
afterEach(() => vi.useRealTimers());

/** A bot that is asked and does not answer until it is let go on. */
async function silentBot() {
  const { file, folder } = botFolder("service: { sandbox: {} }\n");
  let [arrived, goOn] = [(): void => undefined, (): void => undefined];
  const asked = new Promise<void>((resolve) => (arrived = resolve));
  const answer = new Promise<null>((resolve) => (goOn = () => resolve(null)));
  const server = await serveControl(controlAddress(join(folder, ".contender")), () => {
    arrived();
    return answer;
  });
  return { config: file, asked, goOn, end: () => server.close() };
}

it("a question that a bot does not answer is reported as waiting for it, after a while of silence", async () => {
  const bot = await silentBot();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  const answer = askOnce<"status">({ do: "status" }, { config: bot.config });
  await bot.asked;
  expect(told.warnings).toEqual([]);
  vi.advanceTimersByTime(60_000);
  bot.goOn();
  await answer;
  expect(told.warnings).toEqual([expect.stringMatching(/^Still waiting for the bot to answer\. .*Ctrl-C/)]);
  await bot.end();
});

it("a question that is answered is not reported as waiting", async () => {
  const bot = await silentBot();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  bot.goOn();
  await askOnce<"status">({ do: "status" }, { config: bot.config });
  vi.advanceTimersByTime(60_000);
  await bot.end();
  expect(told.warnings).toEqual([]);
});

it("Ctrl-C reports a swap that the bot was asked for and has not begun as one that may be made", async () => {
  const bot = await silentBot();
  const request = { do: "swap", from: "USDC.eth", to: "WETH.eth", amount: "100", reason: "test" } as const;
  const swap = askSwap(request, { config: bot.config, tell: () => undefined });
  await Promise.race([bot.asked, swap]);
  process.emit("SIGINT", "SIGINT");
  await expect(swap).rejects.toMatchObject({
    code: "SWAP_UNSETTLED",
    message: "SIGINT received before it was known what became of the swap",
    remedy: expect.stringMatching(/do not repeat it.*`contender journal intents --run last`/) as string,
  });
  await bot.end();
});
