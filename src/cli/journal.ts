import { Option, type Command } from "commander";
import type { JournalQuestion } from "../app/journal/read.js";
import type { JournalView } from "../app/journal/views.js";
import { act, examples, textsOf, type Context } from "./action.js";
import type { Terminal } from "./terminal.js";

const VIEWS: Readonly<Record<JournalView, string>> = {
  decisions: "the decisions of each strategy and their reasons",
  verdicts: "the risk verdicts on them",
  intents: "planned trades and their outcomes",
  trades: "executed trades, each with its intent",
  quotes: "the venue's quote for each trade, just before it was sent",
  ticks: "the inputs of each strategy at each tick; with --json its whole view",
  books: "changes of each strategy's share of the balances",
  runs: "each start of the bot",
  notes: "warnings, rule changes, standings",
  equity: "the value of all books over time",
};

/** How many rows a table has without --limit. */
const SHOWN = 100;

/** `contender journal VIEW`. It may be used while the bot runs. */
export function define(command: Command, terminal: Terminal): void {
  examples(command, {
    "contender journal decisions --run last": "the decisions of the last run",
    "contender journal intents --strategy sma-cross --from 2h": "of one strategy, in the last two hours",
    "contender journal trades --json": "for scripts",
    "contender journal explain 7k2m9x": "explain one trade, by its intent or its own id",
    "contender journal decisions --follow": "new decisions as they are made; with --json one row per line",
  });
  for (const [view, summary] of Object.entries(VIEWS) as [JournalView, string][]) {
    const sub = command.command(view).description(summary);
    sub
      .option("--run <id>", "only this run of the bot or a backtest; `last`, or `backtest` (the newest backtest)")
      .option("--strategy <name>", "only this strategy")
      .option("--from <time>", "start of the range: 2025-01-31, 2025-01-31T12:00Z, or a time ago (2h)")
      .option("--to <time>", "end of the range, not included")
      .option(
        "--limit <count>",
        `how many of the last rows to show (default: ${SHOWN}; with --json, or --follow and --from, all)`,
      )
      .addOption(new Option("--follow", "keep printing new rows until Ctrl-C").conflicts("to"));
    examples(sub, {
      [`contender journal ${view} --run last`]: "of the last run",
      [`contender journal ${view} --from 2h --json`]: "the last two hours, for scripts",
      [`contender journal ${view} --follow`]: "new rows as they come",
    });
    act(sub, terminal, async (context, options) => {
      const question = questionOf(context, options);
      if (options["follow"] === true) await follow(view, question, context, terminal);
      else if (context.json) await listJson(view, question, terminal);
      else await list(view, question, context);
    });
  }
  const explain = command.command("explain").description("explain one trade: reason, inputs, risk, quote and outcome");
  explain.argument("<id>", "the intent's id (six characters) or the trade's id");
  examples(explain, {
    "contender journal explain 7k2m9x": "by its intent; `contender journal intents` lists them",
    "contender journal explain 7k2m9x --json": "with the strategy's inputs, for scripts",
  });
  act(explain, terminal, async (context, _options, [id = ""]) => {
    const { explainTrade } = await import("../app/journal/explain.js");
    const { toJson } = await import("../app/json.js");
    const explanation = explainTrade(id, context.config);
    await context.show(toJson(explanation), async () => {
      const { explanationText } = await import("./format/explanation.js");
      return explanationText(explanation);
    });
  });
}

function questionOf(context: Context, options: Readonly<Record<string, unknown>>): JournalQuestion {
  return { config: context.config, ...textsOf(options, "run", "strategy", "from", "to", "limit") };
}

async function list(view: JournalView, question: JournalQuestion, context: Context): Promise<void> {
  const { readJournal } = await import("../app/journal/read.js");
  const { journalTable } = await import("./format/journal.js");
  // One more than is shown, so that a cut table can say so.
  const all = question.limit !== undefined;
  const rows = readJournal(view, all ? question : { ...question, limit: String(SHOWN + 1) });
  await context.show(null, () => {
    if (all || rows.length <= SHOWN) return journalTable(view, rows);
    return `${journalTable(view, rows.slice(-SHOWN))}\n\nOnly the last ${SHOWN} rows are shown. Use --limit 1000 for more, or --json for all.`;
  });
}

/** Prints one document row by row, because the rows of a long run do not fit into memory. */
async function listJson(view: JournalView, question: JournalQuestion, terminal: Terminal): Promise<void> {
  const { eachOfJournal } = await import("../app/journal/read.js");
  const { toJson } = await import("../app/json.js");
  const list = terminal.beginJsonList(view);
  const { signal } = untilClosed(terminal);
  await eachOfJournal(view, question, { signal }, (rows) => {
    for (const row of rows) list.add(toJson(row));
    return terminal.room(signal);
  });
  list.end();
}

/** Aborts when standard output is closed. */
function untilClosed(terminal: Terminal): AbortController {
  const stop = new AbortController();
  terminal.onClosed(() => stop.abort());
  return stop;
}

async function follow(
  view: JournalView,
  question: JournalQuestion,
  { json }: Context,
  terminal: Terminal,
): Promise<void> {
  const { eachOfJournal } = await import("../app/journal/read.js");
  const { toJson } = await import("../app/json.js");
  const { journalLine } = await import("./format/journal.js");
  const stop = untilClosed(terminal);
  terminal.waitForNoReader();
  process.once("SIGINT", () => stop.abort());
  const last = json || question.from !== undefined ? {} : { limit: String(SHOWN) };
  await eachOfJournal(view, { ...last, ...question }, { signal: stop.signal, follow: true }, (rows) => {
    for (const row of rows)
      if (json) terminal.printJson(toJson(row));
      else terminal.print(journalLine(view, row));
    return terminal.room(stop.signal);
  });
}
