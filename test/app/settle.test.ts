import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { askOnce } from "../../src/app/requests/ask.js";
import { silentLog } from "../../src/core/log.js";
import { systemClock } from "../../src/core/time/system-clock.js";
import { openJournal, openJournalReader } from "../../src/journal/index.js";
import type { IntentState } from "../../src/model/intent.js";
import type { SandboxOptions } from "../../src/sandbox/index.js";
import { intent, run, strategyTick, swap, tick } from "../journal/support.js";
import { testProfile } from "../support/profile.js";
import { botFolder, sandboxService } from "./bot-files.js";

afterEach(() => vi.unstubAllEnvs());

/** A journal whose one intent has come as far as `path`, beside a service whose competition is over. */
async function leftOver(path: readonly IntentState[], options: Partial<SandboxOptions> = {}) {
  const service = await sandboxService(options);
  vi.stubEnv("TEST_KEY", service.key);
  const { file, folder } = botFolder(`service: { baseUrl: "${service.url}", key: "\${TEST_KEY}" }\ndata: ./data\n`);
  const competition = service.sandbox.exchange.active();
  const competitionId = competition?.id ?? "";
  const journal = openJournal({ dir: join(folder, "data"), clock: systemClock, log: silentLog });
  const at = systemClock.now();
  journal.begin(run());
  const made = intent("aaaaaa", { competitionId, preparedAt: at });
  journal.tick(tick(at, strategyTick({ decisions: [{ seq: 1, decision: swap() }], intents: [made] })));
  path
    .slice(1)
    .forEach((to, i) =>
      journal.step({ intent: made.id, at, from: path[i] ?? "PREPARED", to, detail: { code: "", reason: "" } }),
    );
  journal.end(at, { exitCode: 4, text: "The competition is over" });
  journal.close();
  await service.sandbox.exchange.end(competitionId);
  const stateNow = (): unknown => {
    const reader = openJournalReader(join(folder, "data"));
    const found = reader.explain("aaaaaa")?.intent;
    reader.close();
    return [found?.state, found?.transitions.at(-1)?.detail["reason"]];
  };
  return { file, stateNow, close: () => service.sandbox.close() };
}

describe("an intent in conflict that is left when the competition is over", () => {
  const conflict = ["PREPARED", "SENT", "UNKNOWN", "CONFLICT"] as const;
  const word = { do: "resolve", intent: "aaaaaa", reason: "support says so" } as const;

  it("is settled as not executed by a person's verdict, which the journal keeps", async () => {
    const { file, stateNow, close } = await leftOver(conflict);
    try {
      await askOnce({ ...word, verdict: "not-executed" }, { config: file });
      expect(stateNow()).toEqual(["NOT_EXECUTED", "support says so"]);
    } finally {
      await close();
    }
  });

  it("is not settled as filled by a trade that the service does not have", async () => {
    const { file, stateNow, close } = await leftOver(conflict);
    try {
      const asked = askOnce({ ...word, verdict: "filled" }, { config: file });
      await expect(asked).rejects.toMatchObject({
        code: "RESOLVE",
        remedy: expect.stringContaining(
          // On `deployed` the list cannot be read after the end.
          { document: "contender trades", deployed: "--as not-executed" }[testProfile()],
        ),
      });
      expect(stateNow()).toEqual(["CONFLICT", ""]);
    } finally {
      await close();
    }
  });

  it("is not settled twice, and not at all if it was never in doubt", async () => {
    const { file, stateNow, close } = await leftOver(["PREPARED", "DROPPED"]);
    try {
      const asked = askOnce({ ...word, verdict: "not-executed" }, { config: file });
      await expect(asked).rejects.toMatchObject({ code: "RESOLVE" });
      expect(stateNow()).toEqual(["DROPPED", ""]);
    } finally {
      await close();
    }
  });
});

describe("an intent that is not known when the competition is over, and the service answers nothing any more", () => {
  const unknown = ["PREPARED", "SENT", "UNKNOWN"] as const;
  const word = { do: "resolve", intent: "aaaaaa", reason: "support says so" } as const;

  it("is settled as not executed by a person's verdict, without the service", async () => {
    const { file, stateNow, close } = await leftOver(unknown, { closeAfterEnd: true });
    try {
      await askOnce({ ...word, verdict: "not-executed" }, { config: file });
      expect(stateNow()).toEqual(["NOT_EXECUTED", "support says so"]);
    } finally {
      await close();
    }
  });

  it("is not settled as filled without the trade: the error names what can still be done", async () => {
    const { file, stateNow, close } = await leftOver(unknown, { closeAfterEnd: true });
    try {
      const asked = askOnce({ ...word, verdict: "filled" }, { config: file });
      await expect(asked).rejects.toMatchObject({
        code: "RESOLVE",
        message: expect.stringMatching(
          {
            document: /list of trades cannot be read: .*ended/,
            deployed: /list of trades cannot be read: .*status 500/,
          }[testProfile()],
        ),
        remedy: expect.stringContaining("--as not-executed"),
      });
      expect(stateNow()).toEqual(["UNKNOWN", ""]);
    } finally {
      await close();
    }
  });
});
