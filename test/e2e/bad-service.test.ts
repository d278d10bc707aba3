import { describe, expect, it } from "vitest";
import { expectNowhere, expectTold, folderWith, HOLDS } from "./bot.js";
import { faultyService, json, page, refusal, type Faults } from "./faulty-service.js";
import { run, type Finished } from "./process.js";

/** Issue "A bot competes", bad input: a service that answers anything but what it should, when the bot starts. */
const bot = (url: string, deadline = "60s"): string =>
  folderWith({
    "holds.ts": HOLDS,
    "contender.yaml": `service: { baseUrl: "${url}", key: "\${TEAM_KEY}" }
execution: { deadline: ${deadline}, settle: 2m }
strategies: [{ use: ./holds.ts, allocation: 0.5 }]
`,
  });

const once = (folder: string, key: string): Promise<Finished> =>
  run(["start", "--once"], { cwd: folder, env: { TEAM_KEY: key } });

/** For every request but those of health, which needs no key. */
const beyondHealth =
  (fault: ReturnType<Faults>): Faults =>
  ({ path }) =>
    path.startsWith("/api/health") ? null : fault;

const LATER_PATHS = /^\/api\/(account|competition)\//;

const CASES: readonly (readonly [service: string, faults: Faults, code: number, says: RegExp[]])[] = [
  ["answers with a page", () => page(), 3, [/not the competition service/, /Check the base URL/]],
  ["answers half a body", () => "half", 3, [/the connection broke/, /Check the base URL, the network/]],
  [
    "answers with wrong types",
    ({ path }) => (path.endsWith("/status") ? json(200, { success: true, active: "yes", competition: 3 }) : null),
    3,
    [/answer to getStatus .*not what the interface says/, /at active/, /base URL is the service's/],
  ],
  ["answers null", () => json(200, null), 3, [/not the competition service/, /Check the base URL/]],
  ["answers nothing, with status 200", () => ({ status: 200, body: "" }), 3, [/not the competition service/]],
  [
    "does not know the key",
    beyondHealth(refusal(401, "Invalid API key")),
    3,
    [/does not accept the API key: Invalid API key/, /may have been reset/],
  ],
  [
    "has disqualified the team",
    beyondHealth(refusal(403, "Your team has been deactivated from the competition: wash trading")),
    4,
    [/disqualified: .*wash trading\. Ask those who run the competition/],
  ],
  [
    "refuses everything since the competition ended",
    beyondHealth(refusal(403, "Your team has been deactivated from the competition: Competition Spring (7) ended")),
    0,
    [/^The competition is over already$/m],
  ],
  [
    "does not count the team in",
    beyondHealth(refusal(403, "Your team is not participating in the active competition")),
    3,
    [/takes no part in the competition/, /Ask those who run the competition/],
  ],
  ["fails with an empty 500", () => ({ status: 500, body: "" }), 3, [/service failed .*status 500/, /Wait; ask/]],
  ["hides behind a proxy's 502", () => page(502), 3, [/service failed .*status 502/, /Wait; ask/]],
  ["never answers", () => "never", 3, [/no answer within 1000 ms/, /Raise the deadline/]],
  ["resets every connection", () => "reset", 3, [/the connection broke|was reset/, /Check the base URL/]],
  [
    "redirects to somewhere else",
    () => ({ status: 301, body: "", headers: { location: "https://elsewhere.example/" } }),
    3,
    [/is redirected .*elsewhere\.example/, /Put the address/],
  ],
  [
    "is a later version",
    ({ path }) => {
      if (LATER_PATHS.test(path)) return { status: 404, body: "<html>Cannot GET</html>" };
      return path === "/api/competitions" ? json(200, { success: true, competitions: [] }) : null;
    },
    3,
    [/A later version of the service .*\/api\/agent\//, /Use the base URL of a deployment/],
  ],
];

describe.concurrent("a service that", () => {
  it.each(CASES)("%s ends the start with its exit code, a message and a remedy", async (name, faults, code, says) => {
    const service = await faultyService();
    service.faults = faults;
    // A busy machine is slow, too: only of what never answers the deadline is short.
    const folder = bot(service.url, name === "never answers" ? "1s" : undefined);
    try {
      expectTold(await once(folder, service.key), { code, says, secret: service.key });
      expectNowhere(service.key, folder);
    } finally {
      await service.close();
    }
  });

  it("is unreachable ends the start with exit code 3", async () => {
    expectTold(await once(bot("http://127.0.0.1:1"), "0123456789abcdef_0123456789abcdef"), {
      code: 3,
      says: [/nobody listens there \(http:\/\/127\.0\.0\.1:1\)/, /that the service runs/],
      secret: "0123456789abcdef_0123456789abcdef",
    });
  });
});

describe.concurrent("a clock that", () => {
  it.each([
    ["an hour behind", "-1h", /Clock difference: the service's clock is (1h|59m5\ds) behind\. [^]*Synchronise/],
    ["right", "0s", /^(?![^]*service's clock)/],
  ])("is %s is reported if it is wrong, and the bot trades", async (_, by, says) => {
    const service = await faultyService({ faults: { faults: [{ kind: "clock", operations: "all", by }] } });
    try {
      expectTold(await once(bot(service.url), service.key), { code: 0, says: [says, /all is well/] });
    } finally {
      await service.close();
    }
  });
});

describe.concurrent("a key that", () => {
  it("belongs to another team ends the start with exit code 3, and is not shown", async () => {
    const service = await faultyService();
    const key = "ffffffffffffffff_ffffffffffffffff";
    const folder = bot(service.url);
    try {
      expectTold(await once(folder, key), {
        code: 3,
        says: [/does not accept the API key/, /Check the key/],
        secret: key,
      });
      expectNowhere(key, folder);
    } finally {
      await service.close();
    }
  });

  it("has a space in it, or is empty, is refused before anything is sent", async () => {
    const service = await faultyService();
    const folder = bot(service.url);
    try {
      const spaced = "0123 not-a-key";
      expectTold(await once(folder, spaced), { code: 2, says: [/is not an API key/, /on one line/], secret: spaced });
      expectTold(await once(folder, ""), { code: 2, says: [/TEAM_KEY/, /export TEAM_KEY/] });
      expect(service.asked).toEqual([]);
    } finally {
      await service.close();
    }
  });
});
