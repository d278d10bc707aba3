import { nextTurn } from "../../core/time/system-clock.js";
import { settledSwap } from "../../engine/session/earlier-swap.js";
import type { TokenRegistry } from "../../model/token-registry.js";
import { keySourceOf } from "../config/key-source.js";
import { registryOf } from "../config/registry.js";
import type { Asking } from "../control/client.js";
import type { RequestKind, RequestOf } from "../control/requests.js";
import { NoBotError } from "../errors.js";
import { onSignals } from "../process/signals.js";
import { holdJournal } from "../journal/hold.js";
import type { CommandSession } from "../command-session.js";
import { liveWorld } from "../service-connection/live.js";
import type { World } from "../service-connection/connection.js";
import { answer } from "./answer.js";
import type { Answers } from "./answers.js";
import { byHand } from "./manual-session.js";
import type { RequestPorts } from "./ports.js";
import { settleWithoutBot } from "./settle.js";

/**
 * Answers a request without a bot: reads go to the service; what changes something holds the journal meanwhile. What is on
 * its way when nobody waits any more is left to the journal.
 */
export async function answerDirectly<Kind extends RequestKind>(
  session: CommandSession,
  request: RequestOf<Kind>,
  { onProgress, stop }: Asking,
): Promise<Answers[Kind]> {
  const { baseUrl } = session.loaded.config.service;
  if (baseUrl === undefined)
    throw new NoBotError("No bot answers on this data folder, and the config's sandbox runs only inside a bot", {
      remedy: "Start the bot first (`contender start`), or give another config with --config FILE.",
    });
  const registry = registryOf(session.loaded.config.tokens);
  const world = await liveWorld({ ...session, registry }, baseUrl);
  try {
    await greet(world, request);
    return await answer(deskOf(session, world, registry, stop), request, onProgress);
  } finally {
    await world.close();
  }
}

/**
 * Names a service of another dialect first. Health needs no key. What a person says of a trade, and what became of a swap
 * with an id, is in the journal whether or not the service answers any more: what it refuses shows again later.
 */
async function greet({ gateway }: World, request: RequestOf<RequestKind>): Promise<void> {
  if (request.do === "health" || (request.do === "resolve" && request.verdict !== "filled")) return;
  const journalMayKnow = request.do === "resolve" || (request.do === "swap" && request.id !== undefined);
  await (journalMayKnow ? gateway.connect().catch(() => undefined) : gateway.connect());
}

function deskOf(session: CommandSession, world: World, registry: TokenRegistry, stop?: AbortSignal): RequestPorts {
  const { loaded, log } = session;
  const parts = { ...session, world, registry };
  return {
    service: world.service,
    venue: world.gateway,
    gateway: world.gateway,
    registry,
    keySource: keySourceOf(loaded),
    bot: () => null,
    control: {
      swap: (command, onProgress) =>
        byHand(parts, (engine) => engine.swap(command, onProgress), {
          stop,
          known: ({ manualSwaps }) => settledSwap({ manualSwaps, registry }, command),
        }),
      resolve: (intent, verdict) => settleWithoutBot(parts, intent, verdict),
      async rotateKey() {
        // Held, so that no bot starts with the old key while the service changes it.
        const journal = holdJournal(session);
        const release = onSignals((signal) =>
          log.warn("The API key is being replaced. The command ends when the new key is on disk.", { signal }),
        );
        try {
          await world.gateway.resetKey();
        } finally {
          // A signal that came with the last answer is handled after it.
          await nextTurn();
          release();
          journal.close();
        }
      },
    },
  };
}
