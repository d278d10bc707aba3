import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { askOnce } from "../../src/app/requests/ask.js";
import { Decimal } from "../../src/core/number/decimal.js";
import { silentLog } from "../../src/core/log.js";
import { systemClock } from "../../src/core/time/system-clock.js";
import { openJournal, openJournalReader } from "../../src/journal/index.js";
import { KNOWN_TOKENS } from "../../src/model/known-tokens.js";
import { TokenRegistry } from "../../src/model/token-registry.js";
import { simulatedVenue } from "../../src/venue/index.js";
import { intent, run, strategyTick, swap, tick } from "../journal/support.js";
import { botFolder, sandboxService } from "./bot-files.js";

afterEach(() => vi.unstubAllEnvs());

it.each([
  ["", (reason: string) => reason],
  [" that lost its marker", () => "because"],
])(
  "settling one intent by hand takes no other intent's trade%s for a stranger's, and books no other",
  async (_, echo) => {
    const { sandbox, url, key } = await sandboxService();
    vi.stubEnv("TEST_KEY", key);
    const { file, folder } = botFolder(`service: { baseUrl: "${url}", key: "\${TEST_KEY}" }\ndata: ./data\n`);
    const dir = join(folder, "data");
    try {
      const competitionId = sandbox.exchange.active()?.id ?? "";
      const journal = openJournal({ dir, clock: systemClock, log: silentLog });
      const at = systemClock.now();
      journal.begin(run());
      const made = ["aaaaaa", "bbbbbb", "cccccc"].map((id) =>
        intent(id, {
          competitionId,
          preparedAt: at,
          amount: new Decimal(100),
          marker: `[${journal.journalId}-${id}]`,
          reason: `[${journal.journalId}-${id}] because`,
        }),
      );
      journal.tick(tick(at, strategyTick({ decisions: [{ seq: 1, decision: swap() }], intents: made })));
      const detail = { code: "", reason: "" };
      for (const id of ["aaaaaa", "bbbbbb"]) {
        journal.step({ intent: id, at, from: "PREPARED", to: "SENT", detail });
        journal.step({ intent: id, at, from: "SENT", to: "UNKNOWN", detail });
      }
      journal.step({ intent: "aaaaaa", at, from: "UNKNOWN", to: "CONFLICT", detail });
      journal.close();
      const venue = simulatedVenue(sandbox.exchange, sandbox.teams[0]?.teamId ?? "", new TokenRegistry(KNOWN_TOKENS));
      const { from, to, amount, reason } = made[1]!;
      expect(await venue.execute({ from, to, amount, reason: echo(reason) })).toMatchObject({ kind: "filled" });

      await askOnce({ do: "resolve", intent: "aaaaaa", verdict: "not-executed", reason: "I know" }, { config: file });
      const reader = openJournalReader(dir);
      const states = ["aaaaaa", "bbbbbb", "cccccc"].map((id) => reader.explain(id)?.intent?.state);
      const notes = reader.notes({}).map(({ kind }) => kind);
      reader.close();
      expect(states).toEqual(["NOT_EXECUTED", "UNKNOWN", "PREPARED"]);
      expect(notes).toEqual([]);
    } finally {
      await sandbox.close();
    }
  },
);
