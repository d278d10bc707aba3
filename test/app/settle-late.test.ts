import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { askOnce } from "../../src/app/requests/ask.js";
import { Decimal, ZERO } from "../../src/core/number/decimal.js";
import { silentLog } from "../../src/core/log.js";
import { systemClock } from "../../src/core/time/system-clock.js";
import { openJournal, type SqliteJournal } from "../../src/journal/index.js";
import { Ledger } from "../../src/ledger/index.js";
import { KNOWN_TOKENS } from "../../src/model/known-tokens.js";
import { TokenRegistry } from "../../src/model/token-registry.js";
import { simulatedVenue } from "../../src/venue/index.js";
import { intent, run, strategyTick, swap, tick } from "../journal/support.js";
import { botFolder, sandboxService } from "./bot-files.js";

afterEach(() => vi.unstubAllEnvs());

const USDC = "USDC.eth";
const WETH = "WETH.eth";

/** What the journal's books of a competition hold of a token: the strategy's, and all together. */
function held(journal: SqliteJournal, competitionId: string, token: string): { sma: Decimal; sum: Decimal } {
  const { books } = journal.recover(competitionId);
  const amounts = Object.values(books).map((book) => book[token]?.amount ?? ZERO);
  return { sma: books["sma"]?.[token]?.amount ?? ZERO, sum: amounts.reduce((sum, amount) => sum.plus(amount), ZERO) };
}

it.each([
  ["runs", true, 0.5],
  ["runs, whose books did not follow it,", false, 0.5],
  ["is over", true, 0.5],
  ["is over, whose books did not follow it,", false, 0.5],
  ["is over, and whose strategy's book paid for it,", true, 1],
])(
  "a late trade of a competition that %s is booked once, when it is settled without a bot",
  async (which, followed, share) => {
    const { sandbox, url, key } = await sandboxService();
    vi.stubEnv("TEST_KEY", key);
    const { file, folder } = botFolder(`service: { baseUrl: "${url}", key: "\${TEST_KEY}" }\ndata: ./data\n`);
    const open = (): SqliteJournal => openJournal({ dir: join(folder, "data"), clock: systemClock, log: silentLog });
    try {
      const competitionId = sandbox.exchange.active()?.id ?? "";
      const venue = simulatedVenue(sandbox.exchange, sandbox.teams[0]?.teamId ?? "", new TokenRegistry(KNOWN_TOKENS));
      const journal = open();
      const at = systemClock.now() - 60_000;
      journal.begin(run());
      const ledger = new Ledger(competitionId);
      journal.adjust(at, ledger.start(await venue.balances(), { sma: share }));
      const before = held(journal, competitionId, USDC);
      const reason = `[${journal.journalId}-aaaaaa] because`;
      const marker = `[${journal.journalId}-aaaaaa]`;
      const made = intent("aaaaaa", { competitionId, preparedAt: at, amount: new Decimal(100), marker, reason });
      journal.tick(tick(at, strategyTick({ decisions: [{ seq: 1, decision: swap() }], intents: [made] })));
      const step = { intent: made.id, at, detail: { code: "", reason: "" } };
      journal.step({ ...step, from: "PREPARED", to: "SENT" });
      journal.step({ ...step, from: "SENT", to: "UNKNOWN" });
      journal.step({ ...step, from: "UNKNOWN", to: "NOT_EXECUTED" });
      const filled = await venue.execute({ from: USDC, to: WETH, amount: made.amount, reason });
      if (filled.kind !== "filled") throw new Error(filled.kind);
      if (followed) journal.adjust(at + 1, ledger.apply(ledger.differences(await venue.balances())));
      journal.step({ ...step, from: "NOT_EXECUTED", to: "CONFLICT", trade: filled.trade });
      journal.close();
      const balances = await venue.balances();
      if (which.startsWith("is over")) await sandbox.exchange.end(competitionId);

      await askOnce({ do: "resolve", intent: made.id, verdict: "filled", reason: "I saw it" }, { config: file });
      const after = open();
      for (const { token, amount } of balances) {
        const { sma, sum } = held(after, competitionId, token);
        expect(sum.toNumber(), token).toBe(amount.toNumber());
        if (token === USDC) expect(sma.toNumber()).toBe(before.sma.minus(100).toNumber());
        if (token === WETH) expect(sma.toNumber()).toBe(filled.trade.toAmount.toNumber());
      }
      after.close();
    } finally {
      await sandbox.close();
    }
  },
);
