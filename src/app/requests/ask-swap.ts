import { SwapUnsettledError } from "../../engine/errors.js";
import type { RequestOf } from "../control/requests.js";
import { BotGoneError } from "../errors.js";
import { onSignals } from "../process/signals.js";
import type { OnProgress } from "./answer.js";
import type { Answers } from "./answers.js";
import { askOnce } from "./ask.js";

/**
 * Asks for a swap and waits until it is known for good what became of it; `tell` is told why that takes long. Once a bot
 * has been asked, or its intents are on disk, Ctrl-C leaves a trade that may be made: it throws SwapUnsettledError. So does
 * the end of the bot once they are.
 */
export async function askSwap(
  request: RequestOf<"swap">,
  { config, tell }: { readonly config: string | undefined; readonly tell: (text: string) => void },
): Promise<Answers["swap"]> {
  const left = new AbortController();
  let open: readonly string[] = [];
  const release: (() => void)[] = [];
  const onProgress: OnProgress = (progress) => {
    ({ open } = progress);
    if (release.length === 0)
      release.push(onSignals((signal) => left.abort(new SwapUnsettledError(`${signal} received`, open, goesOn(open)))));
    if (progress.unknown !== null) tell(waitingFor(progress.unknown));
  };
  try {
    return await askOnce<"swap">(request, { config, onProgress, stop: left.signal });
  } catch (error) {
    if (error instanceof BotGoneError && open.length > 0) throw new SwapUnsettledError("The bot ended", open);
    throw error;
  } finally {
    for (const end of release) end();
  }
}

function goesOn(open: readonly string[]): string {
  return open.length === 0
    ? "The bot has the request and makes the swap as soon as it can."
    : "The bot keeps searching the service's trade list for it.";
}

function waitingFor({ intent, reason }: NonNullable<Parameters<OnProgress>[0]["unknown"]>): string {
  return (
    `The outcome of ${intent} is unknown: ${reason}. Waiting until the service's trade list and ` +
    "balances show it. Do not repeat the swap. Ctrl-C stops waiting but not the trade."
  );
}
