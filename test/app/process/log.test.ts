import { describe, expect, it } from "vitest";
import { openLog, type LogOptions } from "../../../src/app/process/log.js";
import { Secrets } from "../../../src/core/secrets.js";
import { SimulatedClock } from "../../../src/core/time/simulated-clock.js";
import { systemClock } from "../../../src/core/time/system-clock.js";

const SECRET = "0123456789abcdef_0123456789abcdef";

async function logTo(lines: string[], options: Partial<LogOptions> = {}) {
  const secrets = new Secrets();
  secrets.add(SECRET);
  const destination = { write: (line: string) => void lines.push(line) };
  return openLog({ level: "info", secrets, pretty: false, colour: false, destination, ...options });
}

describe("the log", () => {
  it.each([false, true])("takes secrets out of messages, fields and errors (pretty: %s)", async (pretty) => {
    const lines: string[] = [];
    const log = await logTo(lines, { pretty });
    log.warn(`the key ${SECRET} was refused`, {
      headers: { authorization: `Bearer ${SECRET}` },
      list: [SECRET],
      error: new Error(`refused ${SECRET}`, { cause: SECRET }),
      [SECRET]: 1,
    });
    expect(lines.join("")).toContain("[secret]");
    expect(lines.join("")).not.toContain(SECRET);
  });

  it("names the config given on the command line in each command that a line advises", async () => {
    const lines: string[] = [];
    const log = await logTo(lines, { config: "my live.yaml" });
    log.warn("Look at `contender trades`", { remedy: "Then `contender resolve 7k2m9x`.", at: 1 });
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({
      msg: "Look at `contender trades --config 'my live.yaml'`",
      remedy: "Then `contender resolve 7k2m9x --config 'my live.yaml'`.",
      at: 1,
    });
  });

  it.each([false, true])("lets no outside text forge a line or move the cursor (pretty: %s)", async (pretty) => {
    const lines: string[] = [];
    const log = await logTo(lines, { pretty });
    const evil = "evil\u001b[2J\u001b]0;title\u0007\r\n[12:00] INFO: all is well\u009b31m\u202egnp";
    log.warn(evil, { name: evil, deep: { [evil]: [evil] } });
    expect(lines).toHaveLength(1);
    const text = (lines[0] ?? "").trimEnd();
    // eslint-disable-next-line no-control-regex -- these are what must not be there
    expect(text).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/);
    expect(text).toContain("all is well");
  });

  it("writes JSON with level, time, message and facts", async () => {
    const lines: string[] = [];
    (await logTo(lines)).info("hello", { a: 1, time: "mine" });
    expect(JSON.parse(lines[0] ?? "")).toEqual({
      level: "info",
      time: expect.any(Number),
      msg: "hello",
      a: 1,
      time_: "mine",
    });
  });

  it("drops what is below its level", async () => {
    const lines: string[] = [];
    const log = await logTo(lines, { level: "warn" });
    log.info("no");
    log.debug("no");
    log.error("yes");
    expect(lines).toHaveLength(1);
  });

  it("carries the time of the bot's clock, and the machine's beside it", async () => {
    const lines: string[] = [];
    const log = await logTo(lines);
    log.useClock(new SimulatedClock(Date.UTC(2024, 0, 1)));
    log.info("new year");
    log.useClock(systemClock);
    log.info("now");
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ time: Date.UTC(2024, 0, 1), wallTime: expect.any(Number) });
    expect(JSON.parse(lines[1] ?? "")).not.toHaveProperty("wallTime");
  });

  it("shows people the bot's time, and facts only if something is wrong", async () => {
    const lines: string[] = [];
    const log = await logTo(lines, { pretty: true });
    log.useClock(new SimulatedClock(Date.UTC(2024, 0, 1, 3, 20)));
    log.info("all is well", { token: "WETH.eth" });
    log.warn("look", { token: "WETH.eth" });
    expect(lines.map((line) => line.trimEnd())).toEqual([
      "[Jan 01 03:20:00] INFO: all is well",
      "[Jan 01 03:20:00] WARN: look  token=WETH.eth",
    ]);
  });
});
