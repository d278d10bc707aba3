import { Database } from "../src/journal/database.js";
import { migrate, MIGRATIONS } from "../src/journal/schema/migrations.js";

/** What columns of these names mean in every table. */
const COMMON: Readonly<Record<string, string>> = {
  run: "number of the run; NULL: written outside one, by a command",
  at: "ms: when",
  competition: "id of the competition",
  strategy: "its name in config",
  token: "its name, such as `WETH.eth`",
  from_token: "what is sold",
  to_token: "what is bought",
  reason: "in words",
};

type Meanings = Readonly<Record<string, string>>;

/** What each table holds, and what its other columns mean. A column of the schema without a meaning is an error. */
const TABLES: Readonly<Record<string, readonly [what: string, columns: Meanings]>> = {
  journal: [
    "One row: the journal itself",
    {
      one: "1",
      id: "the journal's half of every marker",
      created_at: "ms",
      team: "the service's id of the team that it belongs to; NULL: no run that trades has begun since version 8",
      team_name: "the name of that team",
    },
  ],
  runs: [
    "A start of the bot, or a backtest",
    {
      ...{ number: "counts up", id: "given by the program", started_at: "ms", version: "of Contender" },
      ...{
        seed: "seed of all random numbers",
        config: "JSON, without secrets",
        ended_at: "ms; NULL: still running, or killed",
      },
      ...{ exit_code: "exit code of the command", ending: "why it ended" },
      rehearsal: "1: its venue ended with the run, as in a dry run; no other run continues it",
      backtest:
        "JSON: setup of a backtest (label and fingerprint of the tape, range, latency, bars, house teams, run of its inputs); NULL: not a backtest",
    },
  ],
  run_strategies: [
    "The strategies of a run",
    {
      ...{ position: "in config, from 0", name: "in config", version: "fingerprint of its source and params" },
      ...{ file: "the file it was loaded from", params: "JSON, defaults filled in", allocation: "share, 0 to 1" },
      schedule: "JSON: cron patterns by name, and the time zone; NULL: unknown, in runs before version 4",
      bars: "JSON: the bars that it used (token, interval in ms, count); NULL: unknown, in runs before version 6",
    },
  ],
  ticks: ["An instant at which strategies were due", { id: "counts up" }],
  bars: [
    "Closed bars that strategies saw, each once",
    {
      ...{ interval: "ms: length of a bar", time: "ms: when it began" },
      revision: "0; higher if a later run saw other values for the same bar",
      ...{ open: "USD", high: "USD", low: "USD", close: "USD", volume: "tokens; NULL: unknown" },
    },
  ],
  bar_spans: [
    "New bars of each tick",
    {
      ...{ id: "counts up", tick: "`ticks.id`", interval: "ms" },
      first: "ms: the first bar's time",
      last: "ms: the last one's",
      revision: "of these bars",
    },
  ],
  strategy_ticks: [
    "The result of each strategy at a tick",
    {
      ...{ id: "counts up", tick: "`ticks.id`", due: "JSON: the schedules that fired" },
      ...{ status: "`decided`, `warming-up` or `failed`", error: "what it threw" },
      whole: "1: `view` is a whole view; 0: the difference from the strategy's previous one",
      view: "JSON: what it saw; NULL if it was not kept",
      ...{ hold: "`decisions.seq` that it repeated", state: "JSON: state after the tick; NULL if unchanged" },
    },
  ],
  decisions: [
    "What strategies and people decided",
    {
      ...{ seq: "counts up", strategy_tick: "`strategy_ticks.id`; NULL: made outside a tick" },
      ...{ kind: "`hold`, `swap`, `target` or `cancel`", count: "equal consecutive holds are one row: how many" },
      ...{
        last_seq: "number of the last of them",
        last_at: "ms: when that was",
        decision: "JSON: the whole decision, as returned",
      },
    },
  ],
  intents: [
    "Planned trades",
    {
      ...{
        number: "counts up",
        id: "six characters",
        marker: "what begins its reason in the service's list of trades",
      },
      ...{ parent: "shared by the parts of a divided trade", decision: "`decisions.seq`" },
      ...{ amount: "tokens of `from_token`", reason: "as it was sent, marker first" },
      ...{ limit_price: "worst `to_token` for one `from_token`; NULL: any", valid_until: "ms; NULL: no end" },
      ...{ urgent: "1: before others", prepared_at: "ms", state_at: "ms: since when" },
      state: "`PREPARED`, `DROPPED`, `SENT`, `FILLED`, `REJECTED`, `UNKNOWN`, `NOT_EXECUTED` or `CONFLICT`",
    },
  ],
  transitions: [
    "Every step of every intent",
    { id: "counts up", intent: "`intents.id`", from_state: "before", to_state: "after", detail: "JSON: why" },
  ],
  quotes: [
    "What the venue quoted for a trade",
    {
      ...{ transition: "`transitions.id`: the step that it belongs to", from_amount: "tokens", to_amount: "tokens" },
      ...{ exchange_rate: "`to_amount` / `from_amount`", slippage: "percent" },
      ...{ from_price: "USD; NULL: not stated", to_price: "USD; NULL: not stated" },
    },
  ],
  trades: [
    "What the venue executed for the team",
    {
      ...{ number: "counts up", id: "the service's id", intent: "`intents.id`; NULL: not traded by this bot" },
      ...{ seen_at: "ms: when the bot saw it", team: "id of the team", at: "ms: the venue's time" },
      ...{ from_amount: "tokens sold", to_amount: "tokens bought", price: "`to_amount` / `from_amount`" },
      ...{
        success: "1, or 0 for a trade marked as failed",
        error: "its error text, if it failed",
        reason: "as the service shows it",
      },
    },
  ],
  verdicts: [
    "Verdicts of risk controls",
    {
      ...{ id: "counts up", decision: "`decisions.seq`", intent: "its id; refused intents are in no other table" },
      strategy_tick: "`strategy_ticks.id`; NULL: given outside a tick",
      ...{
        control: "name of the control",
        verdict: "`approved`, `cut` or `refused`",
        code: "literal; empty if approved",
      },
    },
  ],
  outcomes: [
    "Outcomes of decisions, as reported to strategies",
    {
      ...{ id: "counts up", decision: "`decisions.seq`", outcome: "JSON" },
      strategy_tick: "`strategy_ticks.id` that showed it to the strategy; NULL: none yet",
    },
  ],
  states: ["The current state of each strategy", { state: "JSON" }],
  book_entries: [
    "Every change of a book",
    {
      ...{ id: "counts up", transition: "`transitions.id`; NULL: no trade caused it", change: "tokens, signed" },
      ...{ book: "a strategy's name, or `unassigned`", cause: "`start`, `fill`, `adjustment` or `transfer`" },
      cost_usd: "USD cost of the tokens gained, negative for proceeds; NULL: unknown",
      at: "ms: when; for the reversal of an adjustment, when that one was entered",
    },
  ],
  books: [
    "Current holdings of the books: the sum of their entries",
    { book: "a strategy's name, or `unassigned`", amount: "tokens", average_cost: "USD for one token; NULL: unknown" },
  ],
  manual_swaps: [
    "Manual swaps",
    {
      ...{ decision: "`decisions.seq`", name: "its `--id`; NULL: none" },
      asked_at: "ms of the machine's clock: when it was requested",
      changed_at: "ms of the machine's clock: when one of its trades last took a step",
    },
  ],
  equity: [
    "The team's equity over time",
    {
      ...{ id: "counts up", total: "USD", books: "JSON: USD by book" },
      peak: "USD: the highest value confirmed by two sources; NULL: none yet",
    },
  ],
  notes: [
    "Notes: warnings, missed runs, standings",
    { id: "counts up", level: "`info`, `warn` or `error`", kind: "literal", text: "in words", data: "JSON" },
  ],
  modes: [
    "The modes of the bot, each from a time on",
    {
      ...{ id: "counts up", mode: "`connecting`, `waiting`, `trading`, `stopping` or `ended`" },
      held: "why trades are on hold; NULL: they are not",
    },
  ],
  events: [
    "The order of all written rows: the number of each [event](events.md) and the row it reports",
    {
      seq: "counts up over all runs",
      type: "as in the list of events",
      row: "its number in the table of the type: `runs`, `modes`, `strategy_ticks` (`tick-decided`, `hold-repeated`), `decisions`, `verdicts`, `intents` (`intent-prepared`), `transitions` (`intent-moved`), `trades`, `book_entries`, `outcomes`, `equity`, `notes`",
      count: "for a repeated hold: its count so far; otherwise NULL",
    },
  ],
};

/** Queries that people need, each by its question. A test runs them. */
export const JOURNAL_QUERIES: Readonly<Record<string, string>> = {
  "What was traded, why, and at what quoted slippage?": `
SELECT datetime(t.at / 1000, 'unixepoch') AS time, i.strategy, t.from_token, t.from_amount, t.to_token, t.to_amount,
       q.slippage AS quoted_percent, t.reason
FROM trades t
LEFT JOIN intents i ON i.id = t.intent
LEFT JOIN transitions s ON s.intent = t.intent AND s.to_state = 'SENT'
LEFT JOIN quotes q ON q.transition = s.id
ORDER BY t.at`,
  "What did risk refuse or cut, and how often?": `
SELECT d.strategy, v.control, v.code, v.verdict, count(*) AS times
FROM verdicts v JOIN decisions d ON d.seq = v.decision
WHERE v.verdict <> 'approved'
GROUP BY d.strategy, v.control, v.code, v.verdict
ORDER BY times DESC`,
  "How did equity change each day?": `
SELECT competition, date(at / 1000, 'unixepoch') AS day, min(total) AS lowest, max(total) AS highest, count(*) AS points
FROM equity
GROUP BY competition, day
ORDER BY competition, day`,
};

interface Column {
  readonly name: string;
  readonly type: string;
}

/** The tables of a new journal with their columns: name and type. */
function schema(): Map<string, Column[]> {
  const db = new Database(":memory:");
  try {
    migrate(db);
    const rows = db
      .statement(
        "SELECT t.name AS of_table, c.name, c.type FROM sqlite_schema t, pragma_table_info(t.name) c WHERE t.type = 'table' ORDER BY t.rowid, c.cid",
      )
      .all({});
    const tables = new Map<string, Column[]>();
    for (const row of rows) {
      const [table, column] = [row.text("of_table"), { name: row.text("name"), type: row.text("type") }];
      tables.set(table, [...(tables.get(table) ?? []), column]);
    }
    return tables;
  } finally {
    db.close();
  }
}

function sectionOf(table: string, columns: readonly Column[]): string {
  const [what, own] = TABLES[table] ?? unknown(`table ${table}`);
  const stray = Object.keys(own).find((name) => !columns.some((column) => column.name === name));
  if (stray !== undefined) unknown(`column ${table}.${stray} of tools/journal-page.ts`);
  const rows = columns.map(
    ({ name, type }) =>
      `| \`${name}\` | ${type} | ${own[name] ?? COMMON[name] ?? unknown(`column ${table}.${name}`)} |`,
  );
  return `## ${table}\n\n${what}.\n\n| column | type | what |\n|---|---|---|\n${rows.join("\n")}`;
}

function unknown(what: string): never {
  throw new Error(`Describe it in tools/journal-page.ts: ${what}`);
}

/** The page docs/reference/journal.md. */
export function journalPage(): string {
  const sections = [...schema()].map(([table, columns]) => sectionOf(table, columns));
  const queries = Object.entries(JOURNAL_QUERIES).map(([what, sql]) => `${what}\n\n\`\`\`sql${sql};\n\`\`\``);
  return `# The journal's database

Generated from the schema by \`npm run docs\`. The journal is an SQLite file, \`journal.db\` in the data folder (by default \`.contender\` beside the config). The command \`contender journal\` shows most of it. You can also read it with \`sqlite3\`, pandas or anything else that reads SQLite, also while the bot runs. Open it read-only (\`sqlite3 'file:journal.db?mode=ro'\`), and copy it with \`.backup\`: its newest rows may be in \`journal.db-wal\`. Nothing but Contender may write it.

Times are INTEGER milliseconds since the epoch, UTC. Amounts of tokens are TEXT in plain decimal notation, exact; what is REAL (USD, prices) is a double. JSON is TEXT. Numbers that count up follow the order of writing.

**It is versioned.** This is version ${MIGRATIONS.length} (\`PRAGMA user_version\`). A bot that finds an older journal brings it up to date at its start, each step a transaction (\`contender start --dry-run --once\` does, and trades nothing); what only reads refuses an older one until then, and everything refuses a newer one, untouched. A later version may add tables and columns, new kinds, codes and members of JSON: name the columns that you select. What is here is not renamed or given another meaning without a line in the changelog. Indexes, and what is in the columns \`view\`, \`detail\` and \`data\`, may change at any time.

## Three questions

${queries.join("\n\n")}

${sections.join("\n\n")}
`;
}
