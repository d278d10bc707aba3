import type { Cancel } from "../../core/time/clock.js";
import { pathText } from "../../core/path.js";
import { systemClock } from "../../core/time/system-clock.js";
import { journalHolder } from "../../journal/index.js";
import { findBot, type Asking } from "../control/client.js";
import { controlAddress, type ControlAddress } from "../control/address.js";
import { requestSchema, type RequestKind, type RequestOf } from "../control/requests.js";
import { openConfig } from "../config/find.js";
import { NO_STRATEGIES, NO_STRATEGY_SECRETS, ON_DISK } from "../config/load.js";
import { secretsOf } from "../config/secrets.js";
import { UsageError } from "../errors.js";
import { toJson } from "../json.js";
import { openCommandSession, type CommandSession } from "../command-session.js";
import { openStderrLog } from "../process/log.js";
import type { Answers } from "./answers.js";
import type { OnProgress } from "./answer.js";
import { answerDirectly } from "./answer-without-bot.js";

/** Milliseconds after which a person wants to know why nothing happens. */
const SILENCE = 3_000;

/**
 * Puts one question: to the bot that runs on the config's data folder, or, where none does, to the service itself.
 * The answer is JSON-safe. Throws UsageError, ConfigError, RemoteError, NoBotError, and whatever the gateway may.
 */
export async function askOnce<Kind extends RequestKind>(
  request: RequestOf<Kind>,
  options: { readonly config: string | undefined } & Asking,
): Promise<Answers[Kind]> {
  checkRequest(request);
  const loaded = openConfig(options.config, ON_DISK);
  const data = loaded.path(loaded.config.data);
  const address = controlAddress(data);
  const bot = await findBot(address);
  if (bot !== null) {
    const quiet = afterSilence(async () => {
      const log = await openStderrLog("warn", secretsOf(loaded), options.config);
      log.warn(stillBusy(data));
    });
    const onProgress: OnProgress = (progress) => {
      if (progress.open.length > 0) quiet();
      options.onProgress?.(progress);
    };
    return (await bot.ask(request, { ...options, onProgress }).finally(quiet)) as Answers[Kind];
  }
  // A swap opens the books: a strategy that was left out would lose its own.
  const use = request.do === "swap" ? NO_STRATEGY_SECRETS : NO_STRATEGIES;
  const session = await openCommandSession(openConfig(options.config, use), options.config, "warn");
  tellSilent(session, data, address);
  const quiet = tellWaiting(session);
  try {
    const onProgress: OnProgress = (progress) => {
      quiet();
      options.onProgress?.(progress);
    };
    return toJson(await answerDirectly(session, request, { ...options, onProgress })) as Answers[Kind];
  } finally {
    quiet();
  }
}

/** A process that holds the journal may be a bot all the same: one that is not there looks as if it had ended. */
function tellSilent({ log }: CommandSession, data: string, { path }: ControlAddress): void {
  const holder = journalHolder(data);
  if (holder === null) return;
  const who = holder.pid === null ? "Another process" : `Process ${holder.pid}`;
  log.warn(
    `${who} holds the journal in ${data} and does not answer. It is starting or ending, or its control socket ${path} was removed. A bot without a socket keeps trading: stop it with a signal and start it again.`,
  );
}

/** Says once, after a few seconds without an answer, what is waited for. Returns what keeps it from saying so. */
function tellWaiting({ log }: CommandSession): Cancel {
  return afterSilence(() => log.warn("Still waiting for the service's answer or its rate limits. Ctrl-C cancels."));
}

function stillBusy(data: string): string {
  const pid = journalHolder(data)?.pid ?? null;
  return `Still waiting for the bot${pid === null ? "" : ` (process ${pid})`} to answer. It is waiting for the service or its rate limits, or it is stuck (a strategy that does not return, Ctrl-Z, SIGSTOP). Ctrl-C stops waiting.`;
}

function afterSilence(tell: () => unknown): Cancel {
  return systemClock.at(systemClock.now() + SILENCE, () => void tell());
}

function checkRequest(request: unknown): void {
  const parsed = requestSchema.safeParse(request);
  if (parsed.success) return;
  const texts = parsed.error.issues.map(({ path, message }) => `${pathText(path as string[])}: ${message}`);
  throw new UsageError(texts.join("; "), { remedy: "Run the command with --help to see its arguments." });
}
