import { describe, expect, it } from "vitest";
import { MINUTE } from "../../src/core/time/duration.js";
import { scaledClock, systemClock } from "../../src/core/time/system-clock.js";
import { iso } from "../../src/core/time/utc.js";
import type { SandboxOptions } from "../../src/sandbox/index.js";
import { expectNoStack, expectNowhere, expectTold, folderWith, HOLDS } from "./bot.js";
import { faultyService, type FaultyService } from "./faulty-service.js";
import { end, run, start, type Finished, type Running } from "./process.js";

/**
 * Issue "A bot competes", bad input: a competition that has not begun, is over, or is without the team; and what changes
 * meanwhile.
 */
function botAt({ url }: FaultyService, competition = "watchEvery: 1s"): string {
  return folderWith({
    "holds.ts": HOLDS,
    "contender.yaml": `service: { baseUrl: "${url}", key: "\${TEAM_KEY}" }
competition: { ${competition} }
strategies: [{ use: ./holds.ts, allocation: 0.5 }]
`,
  });
}

interface Bot extends Running {
  readonly folder: string;
}

function startBot(service: FaultyService, competition?: string): Bot {
  const folder = botAt(service, competition);
  return { ...start(["start"], { cwd: folder, env: { TEAM_KEY: service.key } }), folder };
}

/** A service whose clock runs so many times as fast, so that ten minutes of doubt pass in six seconds. */
const SPEED = 100;
const FAST = "watchEvery: 15s }\nclock: { speed: 100";

function fastService(options: Partial<SandboxOptions> = {}): Promise<FaultyService> {
  return faultyService({ clock: scaledClock({ speed: SPEED, origin: systemClock.now() }), ...options });
}

/** Lets a bot trade at a service with a fast clock, then does something to it, and gives how the bot ended. */
async function meanwhile(
  change: (service: FaultyService) => unknown,
  { competition = FAST, ...options }: Partial<SandboxOptions> & { readonly competition?: string } = {},
): Promise<{ finished: Finished; key: string }> {
  const service = await fastService(options);
  const bot = startBot(service, competition);
  try {
    await bot.shows(/holds: hold/);
    await change(service);
    const finished = await bot.finished;
    expectNowhere(service.key, bot.folder);
    return { finished, key: service.key };
  } finally {
    await end(bot);
    await service.close();
  }
}

const cup = ({ sandbox }: FaultyService) => sandbox.exchange.competitions()[0]?.id ?? "";
const team = ({ sandbox }: FaultyService) => sandbox.teams[0]?.teamId ?? "";

/** What a bot says that met nothing but 500 for ten minutes, as it does on `deployed` after the end: it ends with 3. */
const SHUT_OUT = [
  /Every call with the API key fails while the service's health is well, for \S+ without another answer/,
  /Standing of \w+ Cup \(as of .*, the last one read\)/,
];
const OVER = /^The competition is over$/m;

describe.concurrent("a competition that", () => {
  it("has not begun ends the bot with 2 if it may not wait, and names the next one", async () => {
    const service = await faultyService({ competitions: [{ name: "Later Cup" }] });
    try {
      const folder = botAt(service, "wait: false");
      expectTold(await run(["start"], { cwd: folder, env: { TEAM_KEY: service.key } }), {
        code: 2,
        says: [/No competition is active; to come: Later Cup/, /Set competition\.wait to true/],
        secret: service.key,
      });
    } finally {
      await service.close();
    }
  });

  it.each([
    { profile: "document", code: 0, says: [OVER, /Final standing of Later Cup/] },
    { profile: "deployed", code: 3, says: SHUT_OUT },
  ] as const)("has not begun is waited for if config says so, and joined, on $profile", async (expected) => {
    const service = await fastService({ profile: expected.profile, competitions: [{ name: "Later Cup" }] });
    const bot = startBot(service, FAST);
    try {
      await bot.shows(/Later Cup/);
      expect(bot.output().stderr).not.toMatch(/holds: hold/);
      await service.sandbox.exchange.start(cup(service));
      await bot.shows(/In Later Cup/);
      await bot.shows(/holds: hold/);
      await service.sandbox.exchange.end(cup(service));
      expectTold(await bot.finished, expected);
    } finally {
      await end(bot);
      await service.close();
    }
  });

  it.each([
    { profile: "document", code: 2, says: [/No competition is active/] },
    { profile: "deployed", code: 3, says: [/The service's health is well, but calls with the API key fail/] },
  ] as const)("is over is not waited for if the bot may not wait, on $profile", async (expected) => {
    const service = await faultyService({ profile: expected.profile });
    await service.sandbox.exchange.end(cup(service));
    try {
      const folder = botAt(service, "wait: false");
      const finished = await run(["start"], { cwd: folder, env: { TEAM_KEY: service.key } });
      expectTold(finished, { ...expected, secret: service.key });
    } finally {
      await service.close();
    }
  });

  it("is over, at a service that then refuses everything with that reason, ends it with 0", async () => {
    const service = await faultyService({ profile: "document", closeAfterEnd: true });
    await service.sandbox.exchange.end(cup(service));
    try {
      const finished = await run(["start"], { cwd: botAt(service), env: { TEAM_KEY: service.key } });
      expectTold(finished, { code: 0, says: [/is over already/], secret: service.key });
    } finally {
      await service.close();
    }
  });

  it("does not include the team ends it with 3", async () => {
    const service = await faultyService();
    const { apiKey } = service.sandbox.addTeam({ name: "Outsiders", email: "out@sandbox.invalid" });
    try {
      const finished = await run(["start"], { cwd: botAt(service), env: { TEAM_KEY: apiKey } });
      expectTold(finished, {
        code: 3,
        says: [/not participating in this competition\. Ask those who run the competition to let the team in/],
        secret: apiKey,
      });
    } finally {
      await service.close();
    }
  });

  it.each([
    { profile: "document", closeAfterEnd: false, code: 0, says: [OVER, /Final standing of Faulty Cup/] },
    { profile: "document", closeAfterEnd: true, code: 0, says: [OVER, /Final standing of Faulty Cup/] },
    { profile: "deployed", closeAfterEnd: false, code: 3, says: SHUT_OUT },
  ] as const)(
    "ends at no known time, on $profile (closed after it: $closeAfterEnd), leaves a standing",
    async ({ profile, closeAfterEnd, ...expected }) => {
      const { finished, key } = await meanwhile((service) => service.sandbox.exchange.end(cup(service)), {
        profile,
        closeAfterEnd,
      });
      expectTold(finished, { ...expected, secret: key });
    },
  );

  it.each(["document", "deployed"] as const)("ends when config says so ends the bot with 0, on %s", async (profile) => {
    const clock = scaledClock({ speed: SPEED, origin: systemClock.now() });
    const competition = `endDate: "${iso(clock.now() + 10 * MINUTE)}", ${FAST}`;
    const { finished, key } = await meanwhile((service) => service.sandbox.exchange.end(cup(service)), {
      ...{ profile, clock, competition },
    });
    expectTold(finished, { code: 0, says: [/^The competition is over/m, /standing of Faulty Cup/i], secret: key });
  });
});

describe.concurrent("a team that", () => {
  it.each([
    { profile: "document", reason: "too few trades", code: 4 },
    // This service names only a reason that has the word "inactive" in it.
    { profile: "deployed", reason: "inactive for three days", code: 4 },
    { profile: "deployed", reason: "too few trades", code: 3 },
  ] as const)("is disqualified on $profile for $reason ends the bot after ten minutes, with $code", async (row) => {
    const { profile, reason, code } = row;
    const { finished, key } = await meanwhile(
      (service) => service.sandbox.exchange.deactivateTeam(team(service), reason),
      { profile },
    );
    const named = [
      new RegExp(`disqualified: .*${reason}\\. Ask those who run`),
      /By the service's answer the team is out/,
    ];
    expectTold(finished, { code, says: code === 4 ? named : SHUT_OUT, secret: key });
  });

  it("gets 500 to every call with its key, while health answers, ends the bot with 3 and the last standing", async () => {
    const { finished, key } = await meanwhile(({ sandbox }) => {
      sandbox.faults.set({ faults: [{ kind: "shut-out", status: 500 }] });
    });
    expectTold(finished, { code: 3, says: SHUT_OUT, secret: key });
  });

  it.each([
    { kind: "wrong-status", says: "none-active", max: 1 },
    { kind: "wrong-status", says: "other-competition", max: 1 },
    { kind: "wrong-status", says: "not-participating", max: 1 },
    { kind: "shut-out", status: 401, operations: "getStatus", max: 1 },
    { kind: "shut-out", status: 403, operations: "getStatus", max: 1 },
  ] as const)("gets one odd answer among good ones goes on trading: %j", async (fault) => {
    const service = await fastService();
    const bot = startBot(service, FAST);
    try {
      await bot.shows(/holds: hold/);
      service.sandbox.faults.set({ faults: [fault] });
      await bot.shows(/It goes on, after .* of doubt/);
      bot.child.kill("SIGINT");
      expectTold(await bot.finished, { code: 0, says: [/stopped by SIGINT/], secret: service.key });
    } finally {
      await end(bot);
      await service.close();
    }
  });

  it("loses its key while it trades ends the bot with 3", async () => {
    const { finished, key } = await meanwhile((service) =>
      fetch(`${service.url}/api/account/reset-api-key`, {
        method: "POST",
        headers: { authorization: `Bearer ${service.key}` },
      }),
    );
    expectTold(finished, {
      code: 3,
      says: [/does not accept the API key/, /worked until now.*environment variable \w+/],
      secret: key,
    });
    expectNoStack(finished.stderr);
  });
});
