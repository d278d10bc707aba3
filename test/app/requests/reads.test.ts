import { expect, it } from "vitest";
import type { BotAnswer } from "../../../src/app/requests/answers.js";
import type { RequestPorts } from "../../../src/app/requests/ports.js";
import { status } from "../../../src/app/requests/reads.js";

const BOT = { phase: "trading", run: "r1" } as BotAnswer;

/** A desk whose service refuses to tell its status. */
function failing(bot: BotAnswer | null): RequestPorts {
  const venue = { status: () => Promise.reject(new Error("Internal Server Error")) };
  return { service: "http://127.0.0.1:1", venue, bot: () => bot } as unknown as RequestPorts;
}

it("the bot reports its state even if the service's status cannot be read", async () => {
  expect(await status(failing(BOT))).toMatchObject({ bot: BOT, active: null, unreadable: "Internal Server Error" });
});

it("a status that cannot be read is an error if no bot runs", async () => {
  await expect(status(failing(null))).rejects.toThrow("Internal Server Error");
});
