import { point } from "../../model/points.js";
import { freshSeed, seededRandom } from "../../core/random.js";
import { unsetClock } from "../../core/time/system-clock.js";
import { createExecutor, ResolveError, type HandVerdict } from "../../execution/index.js";
import { Ledger } from "../../ledger/index.js";
import { PriceBoard } from "../../model/price-board.js";
import { createRisk } from "../../risk/index.js";
import { engineSettings } from "../config/engine-settings.js";
import { holdJournal, journalPorts } from "../journal/hold.js";
import { withJournal } from "../journal/with-journal.js";
import type { HandParts } from "./manual-session.js";

/**
 * Writes down what a person says of an intent, without a bot and in whatever state its competition is: a conflict may
 * well be left over when everything has ended. Throws JournalHeldError where a bot runs, ResolveError where the intent
 * is not open or cannot be what the person says.
 */
export async function settleWithoutBot(parts: HandParts, id: string, verdict: HandVerdict): Promise<void> {
  const { loaded, log, world, registry } = parts;
  const journal = holdJournal(parts);
  try {
    const competitionId = competitionOf(loaded.path(loaded.config.data), id);
    const recovered = journal.recover(competitionId);
    const ledger = new Ledger(competitionId);
    ledger.restore(recovered.books);
    const settings = engineSettings(loaded.config, registry, { now: world.clock.now(), speed: world.speed }, false);
    const executor = createExecutor({
      clock: world.clock,
      // As in a running bot: the machine's clock may be set while a trade is on its way.
      wall: unsetClock(),
      venue: world.gateway,
      ...journalPorts(journal),
      log,
      random: seededRandom(freshSeed()),
      registry,
      ledger,
      board: new PriceBoard(),
      rules: () => settings.rules,
      risk: createRisk(settings.risk),
      settings: settings.execution,
      onOutcome: () => {},
    });
    // What it looks up besides is not waited for: the service may be gone for good.
    void executor.recover(recovered.open, recovered, id);
    try {
      point("resolve", "step", "before");
      await executor.resolveByHand(id, verdict);
      point("resolve", "step", "after");
    } finally {
      executor.abandon();
    }
  } finally {
    journal.close();
  }
}

function competitionOf(dir: string, id: string): string {
  const explained = withJournal(dir, (reader) => reader.explain(id)?.intent);
  if (explained) return explained.intent.competitionId;
  throw new ResolveError(`The journal has no intent ${id}`, {
    remedy: "`contender journal intents` lists them with their ids.",
  });
}
