import { z } from "zod";
import type { JsonObject, JsonValue } from "../core/json.js";
import type { Decision } from "./decision.js";
import { INTENT_STATES } from "./intent.js";
import { MODES } from "./mode.js";
import { OUTCOME_STATUSES } from "./outcome.js";

const list = <T extends z.ZodType>(of: T) => z.array(of).readonly();
const json = z.custom<JsonObject>();
const text = z.string();
const time = z.number();
const amount = z.string();
const stateOf = z.enum(INTENT_STATES);

const verdict = z
  .object({
    decision: z.int().describe("Number of the decision."),
    intent: text.nullable().describe("Id of the intent; null: there was none."),
    control: text.describe("The control that spoke."),
    verdict: z.enum(["approved", "cut", "refused"]).describe("What it said."),
    code: text.describe("Literal, such as `MAX_TRADE`; empty if approved."),
    reason: text.describe("Why, in words."),
  })
  .readonly();

const decisionRecord = z
  .object({
    seq: z.int().describe("The decision's number in the journal."),
    decision: z.custom<Decision>().describe("The decision as the strategy returned it."),
  })
  .readonly();

const intent = z
  .object({
    id: text.describe("Six characters, unique within the journal."),
    marker: text.describe("What the reason on the wire begins with."),
    parent: text.nullable().describe("Id that all parts of a divided trade share; null: it was not divided."),
    competitionId: text.describe("Id of the competition."),
    strategy: text.describe("Name of the book that trades: a strategy's, or `unassigned`."),
    decision: z.int().describe("Number of the decision that it comes from."),
    from: text.describe("Token that is sold."),
    to: text.describe("Token that is bought."),
    amount: amount.describe("Tokens of `from`, plain decimal text."),
    reason: text.describe("The reason as it is sent, marker first."),
    limit: z.number().nullable().describe("Worst acceptable price (`to` for one `from`); null: any."),
    validUntil: time.nullable().describe("Epoch milliseconds after which it is dropped unsent; null: no end."),
    urgent: z.boolean().describe("Whether it goes before others."),
    preparedAt: time.describe("Epoch milliseconds."),
  })
  .readonly();

const quote = z
  .object({
    from: text.describe("Token that is sold."),
    to: text.describe("Token that is bought."),
    fromAmount: amount.describe("Tokens sold, plain decimal text."),
    toAmount: amount.describe("Tokens bought, plain decimal text."),
    exchangeRate: z.number().describe("`toAmount` / `fromAmount`."),
    slippage: z.number().describe("Percent."),
    fromPrice: z.number().nullable().describe("USD; null: the venue did not say."),
    toPrice: z.number().nullable().describe("USD; null: the venue did not say."),
    at: time.describe("When it was read, epoch milliseconds."),
  })
  .readonly();

const trade = z
  .object({
    id: text.describe("The service's id."),
    teamId: text.describe("Id of the team."),
    competitionId: text.describe("Id of the competition."),
    from: text.describe("Token that was sold."),
    to: text.describe("Token that was bought."),
    fromAmount: amount.describe("Tokens sold, plain decimal text."),
    toAmount: amount.describe("Tokens bought, plain decimal text."),
    price: z.number().describe("`toAmount` / `fromAmount`."),
    success: z.boolean().describe("Whether the service says that it succeeded."),
    error: text.nullable().describe("The service's text if it did not."),
    reason: text.nullable().describe("As the service shows it."),
    at: time.describe("The service's time, epoch milliseconds."),
  })
  .readonly();

const outcome = z
  .object({
    decision: z.int().describe("Number of the decision."),
    id: text.nullable().describe("The strategy's own id of the decision, or null."),
    intent: text.nullable().describe("Id of the intent; null: none was made of it."),
    status: z.enum(OUTCOME_STATUSES).describe("What became of it."),
    from: text.describe("Token that was to be sold."),
    to: text.describe("Token that was to be bought; the same if a target ended as a whole."),
    fromAmount: amount.describe("Tokens sold, plain decimal text."),
    toAmount: amount.describe("Tokens bought, plain decimal text."),
    costUsd: z.number().nullable().describe("What slippage cost, USD; null if not filled."),
    code: text.describe("Literal, such as `OVER_CAP`; empty if filled."),
    reason: text.describe("Why, in words."),
    at: time.describe("Epoch milliseconds."),
  })
  .readonly();

const runStrategy = z
  .object({
    name: text.describe("Its name in config."),
    version: text.describe("Fingerprint of its source and params."),
    params: z.custom<JsonValue>().describe("Its params, defaults filled in."),
    allocation: z.number().describe("Its share of the balances, 0 to 1."),
  })
  .readonly();

const backtest = z
  .object({
    tape: z
      .object({
        label: text.describe("What the tape is called."),
        fingerprint: text.describe("Of all that it holds."),
      })
      .readonly()
      .describe("The tape."),
    from: time.describe("When its competition begins, epoch milliseconds."),
    to: time.describe("When it ends, epoch milliseconds."),
    latency: z.number().describe("Milliseconds from a decision to its trade."),
    bars: z.enum(["sampled", "recorded"]).describe("Which bars strategies see."),
    houseTeams: z.boolean().describe("Whether house teams compete."),
    inputs: text.nullable().describe("The run whose recorded inputs it uses; null: none."),
  })
  .readonly();

/** What every event has. */
export const EVENT_HEAD = {
  seq: z.int().min(1).describe("The event's number: the order of the journal, over all its runs."),
  at: time.describe("When it happened, epoch milliseconds on the bot's clock."),
  run: text.nullable().describe("Id of the run; null: a command wrote it without a bot."),
  strategy: text.nullable().describe("The strategy that it concerns; null: none, or all of them."),
};

const event = <Type extends string, Shape extends z.core.$ZodLooseShape>(type: Type, what: string, shape: Shape) =>
  z
    .object({ ...EVENT_HEAD, type: z.literal(type), ...shape })
    .readonly()
    .describe(what);

const note = {
  level: z.enum(["info", "warn", "error"]).describe("How serious it is."),
  kind: text.describe("Literal, such as `missed-runs`."),
  text: text.describe("What happened, in words."),
  data: json.nullable().describe("The facts behind it; they differ by kind."),
};

/** Every kind of event. What it says of them is the reference page. */
export const engineEventSchema = z.discriminatedUnion("type", [
  event("run-started", "The bot, or a backtest, started.", {
    version: text.describe("Contender's version."),
    seed: text.describe("The seed of all chance."),
    rehearsal: z.boolean().describe("Whether its venue ends with it, as of a dry run or a backtest."),
    backtest: backtest.nullable().describe("What a backtest runs on; null: it is none."),
    strategies: list(runStrategy).describe("The strategies, in the order of config."),
  }),
  event("run-ended", "The run ended. A run that was killed has no such event.", {
    exitCode: z.int().describe("The command's exit code."),
    text: text.describe("Why it ended."),
  }),
  event("mode-changed", "The bot does something else now, or trades are held back or released.", {
    mode: z.enum(MODES).describe("What it does now."),
    held: text.nullable().describe("Why trades wait; null: nothing holds them back."),
  }),
  event("tick-decided", "A strategy was due at an instant.", {
    due: list(text).describe("Which of its schedules fired."),
    status: z.enum(["decided", "warming-up", "failed"]).describe("What came of it."),
    decisions: list(decisionRecord).describe("Its decisions; what it saw is in the journal only."),
    verdicts: list(verdict).describe("What risk said of them."),
    error: text.nullable().describe("Why it failed, or what it waits for; null if it decided."),
  }),
  event("hold-repeated", "A strategy decided the same as before, and nothing came of it.", {
    decision: z.int().describe("Number of the decision that it repeats."),
    count: z.int().min(2).describe("How often it was decided in a row by now."),
  }),
  event("decision-made", "A decision outside a tick: a swap by hand, or a trade for the daily minimum.", {
    decision: decisionRecord.describe("The decision."),
  }),
  event("verdict-given", "Risk spoke outside a tick, such as of the next step of a target.", {
    verdict: verdict.describe("What it said."),
  }),
  event("intent-prepared", "A trade was planned; it is not sent yet.", {
    intent: intent.describe("The planned trade."),
  }),
  event("intent-moved", "An intent took a step.", {
    intent: intent.describe("The intent."),
    before: stateOf.describe("Its state before."),
    state: stateOf.describe("Its state now."),
    detail: json.describe("Why: code, reason, and facts that differ by state."),
    quote: quote.nullable().describe("The quote that belongs to the step, or null."),
  }),
  event("trade", "A trade of an intent is known.", {
    intent: text.describe("Id of the intent."),
    trade: trade.describe("The trade."),
  }),
  event("foreign-trade", "A trade appeared that no intent is known for.", {
    trade: trade.describe("The trade."),
  }),
  event("book-changed", "A book changed: by a start, a fill, an adjustment or a transfer.", {
    competitionId: text.describe("Id of the competition."),
    book: text.describe("A strategy's name, or `unassigned`."),
    token: text.describe("The token."),
    change: amount.describe("Tokens, signed, plain decimal text."),
    costUsd: z.number().nullable().describe("USD that they cost (negative: proceeds); null: not known."),
    cause: z.enum(["start", "fill", "adjustment", "transfer"]).describe("What changed it."),
    reason: text.describe("Why, in words."),
    intent: text.nullable().describe("Id of the intent whose trade caused it, or null."),
    datedAt: time.describe("The time that the entry is dated, epoch milliseconds."),
  }),
  event("outcome", "A strategy has news of what became of a decision.", {
    outcome: outcome.describe("The outcome."),
  }),
  event("equity", "A point of the equity curve.", {
    competitionId: text.describe("Id of the competition."),
    total: z.number().describe("USD: own balances at own prices."),
    books: z.record(text, z.number()).readonly().describe("USD by book."),
    peak: z.number().nullable().describe("The highest equity that two sources agreed on, USD; null: none yet."),
  }),
  event("standing", "The team's rank changed.", note),
  event("rules-changed", "The rules could be read at last, or they changed.", note),
  event("strategy-disabled", "A strategy failed too often and makes no further decisions.", note),
  event("warning", "Something needs attention: a note of level `warn` or `error`.", note),
  event("note", "Something worth knowing.", note),
]);

/** Something that happened in a bot or a backtest, JSON-safe; amounts are plain decimal texts. `docs/reference/events.md` lists them. */
export type EngineEvent = z.infer<typeof engineEventSchema>;
export type EventType = EngineEvent["type"];
export type EventOf<Type extends EventType> = Extract<EngineEvent, { readonly type: Type }>;
/** What every event has. */
export type EventHead = Pick<EngineEvent, "seq" | "at" | "run">;

/** Takes events, each at most once, in the order of their numbers. `dropped` counts those that it missed because it was too slow. */
export type EventListener = (event: EngineEvent, dropped: number) => unknown;
