import { Option, type Command } from "commander";
import type { JournalQuestion } from "../app/journal/read.js";
import type { JournalView } from "../app/journal/views.js";
import { act, examples, textsOf, type Context } from "./action.js";
import type { Terminal } from "./terminal.js";

const VIEWS: Readonly<Record<JournalView, string>> = {
  decisions: "what each strategy decided, and why",
  verdicts: "what risk said of it",
  intents: "the trades that the bot meant to make, and what became of them",
  trades: "what was executed, with the intent behind it",
  quotes: "what the venue quoted for each trade, just before it was sent",
  ticks: "what each strategy was given, when, and whether it decided; with --json its whole view",
  books: "how each strategy's part of the balances changed",
  runs: "each start of the bot",
  notes: "warnings, changes of rules, standings",
  equity: "the value of all books over time",
};

/** How many rows a table has where nothing else is asked for. */
const SHOWN = 100;

/** `contender journal VIEW`: readable while the bot runs. */
export function define(command: Command, terminal: Terminal): void {
  examples(command, {
    "contender journal decisions --run last": "the decisions of the last run",
    "contender journal intents --strategy sma-cross --from 2h": "of one strategy, since two hours ago",
    "contender journal trades --json": "for scripts",
    "contender journal explain 7k2m9x": "everything behind one trade: by its intent, or by its id",
    "contender journal decisions --follow": "as they are made; with --json a row a line",
  });
  for (const [view, summary] of Object.entries(VIEWS) as [JournalView, string][]) {
    const sub = command.command(view).description(summary);
    sub
      .option("--run <id>", "of this run, the bot's or a backtest's; `last`, or `backtest` (the newest one)")
      .option("--strategy <name>", "of this strategy")
      .option("--from <time>", "from this time on: 2025-01-31, 2025-01-31T12:00Z, or how long ago (2h)")
      .option("--to <time>", "before this time")
      .option("--limit <count>", `the last so many (default: ${SHOWN}; with --json, or --follow and --from, all)`)
      .addOption(new Option("--follow", "go on with what is added, until Ctrl-C").conflicts("to"));
    examples(sub, {
      [`contender journal ${view} --run last`]: "of the last run",
      [`contender journal ${view} --from 2h --json`]: "since two hours ago, for scripts",
      [`contender journal ${view} --follow`]: "as they come",
    });
    act(sub, terminal, async (context, options) => {
      const question = questionOf(context, options);
      if (options["follow"] === true) await follow(view, question, context, terminal);
      else if (context.json) await listJson(view, question, terminal);
      else await list(view, question, context);
    });
  }
  const explain = command.command("explain").description("everything behind one trade");
  explain.argument("<id>", "the intent, six characters, or the trade's id");
  examples(explain, {
    "contender journal explain 7k2m9x": "by the intent: `contender journal intents` lists them",
    "contender journal explain 7k2m9x --json": "with what the strategy was given, for scripts",
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
  // One more than is shown, so that a table which leaves something out can say so.
  const all = question.limit !== undefined;
  const rows = readJournal(view, all ? question : { ...question, limit: String(SHOWN + 1) });
  await context.show(null, () => {
    if (all || rows.length <= SHOWN) return journalTable(view, rows);
    return `${journalTable(view, rows.slice(-SHOWN))}\n\nThe last ${SHOWN}, there are more: --limit 1000, or --json for all.`;
  });
}

/** One document, row after row: all that a long run saw is more than fits into memory, or into one text. */
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

/** Aborts when nobody reads what is printed any more. */
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
