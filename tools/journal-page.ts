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
      ...{ seed: "of all chance", config: "JSON, without secrets", ended_at: "ms; NULL: it runs, or was killed" },
      ...{ exit_code: "as the command's", ending: "why it ended" },
      rehearsal: "1: its venue ended with it, as of a dry run; no other run takes up what it left",
      backtest:
        "JSON: what a backtest ran on (tape by label and fingerprint, range, latency, bars, house teams, run of its inputs); NULL: it is none",
    },
  ],
  run_strategies: [
    "The strategies of a run",
    {
      ...{ position: "in config, from 0", name: "in config", version: "fingerprint of its source and params" },
      ...{ file: "where it was loaded from", params: "JSON, defaults filled in", allocation: "share, 0 to 1" },
      schedule: "JSON: cron patterns by name, and the time zone; NULL: not known, as of runs before version 4",
      bars: "JSON: the bars that it looked at (token, interval in ms, count); NULL: not known, as of runs before version 6",
    },
  ],
  ticks: ["An instant at which strategies were due", { id: "counts up" }],
  bars: [
    "Closed bars that strategies saw, each once",
    {
      ...{ interval: "ms: length of a bar", time: "ms: when it began" },
      revision: "0; more where a later run saw the same bar otherwise",
      ...{ open: "USD", high: "USD", low: "USD", close: "USD", volume: "tokens; NULL: not known" },
    },
  ],
  bar_spans: [
    "Which bars a tick brought",
    {
      ...{ id: "counts up", tick: "`ticks.id`", interval: "ms" },
      first: "ms: the first bar's time",
      last: "ms: the last one's",
      revision: "of these bars",
    },
  ],
  strategy_ticks: [
    "What came of a strategy at a tick",
    {
      ...{ id: "counts up", tick: "`ticks.id`", due: "JSON: the schedules that fired" },
      ...{ status: "`decided`, `warming-up` or `failed`", error: "what it threw" },
      whole: "1: `view` is a whole view; 0: what differs from the strategy's one before",
      view: "JSON: what it saw; NULL where it was not kept",
      ...{ hold: "`decisions.seq` that it repeated", state: "JSON: after it; NULL where it did not change" },
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
        decision: "JSON: whole, as it was returned",
      },
    },
  ],
  intents: [
    "Trades that the bot meant to make",
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
      ...{ from_price: "USD; NULL: not said", to_price: "USD; NULL: not said" },
    },
  ],
  trades: [
    "What the venue executed for the team",
    {
      ...{ number: "counts up", id: "the service's", intent: "`intents.id`; NULL: other hands traded" },
      ...{ seen_at: "ms: when the bot saw it", team: "id of the team", at: "ms: the venue's time" },
      ...{ from_amount: "tokens sold", to_amount: "tokens bought", price: "`to_amount` / `from_amount`" },
      ...{
        success: "1, or 0 for a trade that says that it failed",
        error: "its text then",
        reason: "as the service shows it",
      },
    },
  ],
  verdicts: [
    "What risk said",
    {
      ...{ id: "counts up", decision: "`decisions.seq`", intent: "its id; one that was refused is in no table" },
      strategy_tick: "`strategy_ticks.id`; NULL: given outside a tick",
      ...{
        control: "which one spoke",
        verdict: "`approved`, `cut` or `refused`",
        code: "literal; empty where approved",
      },
    },
  ],
  outcomes: [
    "What became of decisions, as strategies are told",
    {
      ...{ id: "counts up", decision: "`decisions.seq`", outcome: "JSON" },
      strategy_tick: "`strategy_ticks.id` that showed it to the strategy; NULL: none yet",
    },
  ],
  states: ["The state of each strategy, as of now", { state: "JSON" }],
  book_entries: [
    "Every change of a book",
    {
      ...{ id: "counts up", transition: "`transitions.id`; NULL: no trade caused it", change: "tokens, signed" },
      ...{ book: "a strategy's name, or `unassigned`", cause: "`start`, `fill`, `adjustment` or `transfer`" },
      cost_usd: "USD that the tokens gained cost, negative for proceeds; NULL: not known",
      at: "ms: when; of what takes an adjustment back, when that was entered",
    },
  ],
  books: [
    "What the books hold now: the sum of their entries",
    { book: "a strategy's name, or `unassigned`", amount: "tokens", average_cost: "USD for one; NULL: not known" },
  ],
  manual_swaps: [
    "Swaps that a person asked for",
    {
      ...{ decision: "`decisions.seq`", name: "by `--id`; NULL: it has none" },
      asked_at: "ms of the machine's clock: when it was asked for",
      changed_at: "ms of the machine's clock: when one of its trades last took a step",
    },
  ],
  equity: [
    "The team's equity over time",
    {
      ...{ id: "counts up", total: "USD", books: "JSON: USD by book" },
      peak: "USD: the highest that two sources agreed on; NULL: none yet",
    },
  ],
  notes: [
    "What else is worth knowing: warnings, missed runs, standings",
    { id: "counts up", level: "`info`, `warn` or `error`", kind: "literal", text: "in words", data: "JSON" },
  ],
  modes: [
    "What the bot did, from a moment on",
    {
      ...{ id: "counts up", mode: "`connecting`, `waiting`, `trading`, `stopping` or `ended`" },
      held: "why trades waited; NULL: nothing held them back",
    },
  ],
  events: [
    "One order over what is written: the number of each [event](events.md), and the row that it reports",
    {
      seq: "counts up over all runs",
      type: "as in the list of events",
      row: "its number in the table of the type: `runs`, `modes`, `strategy_ticks` (`tick-decided`, `hold-repeated`), `decisions`, `verdicts`, `intents` (`intent-prepared`), `transitions` (`intent-moved`), `trades`, `book_entries`, `outcomes`, `equity`, `notes`",
      count: "of a repeated hold: how often it was decided by then; NULL of others",
    },
  ],
};

/** Queries that people need, each by its question. A test runs them. */
export const JOURNAL_QUERIES: Readonly<Record<string, string>> = {
  "What was traded, why, and what was it meant to cost?": `
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
  "How did equity go, day by day?": `
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
  throw new Error(`Say in tools/journal-page.ts what it is: ${what}`);
}

/** The page docs/reference/journal.md. */
export function journalPage(): string {
  const sections = [...schema()].map(([table, columns]) => sectionOf(table, columns));
  const queries = Object.entries(JOURNAL_QUERIES).map(([what, sql]) => `${what}\n\n\`\`\`sql${sql};\n\`\`\``);
  return `# The journal's database

Generated from the schema by \`npm run docs\`. The journal is an SQLite file, \`journal.db\` in the data folder (\`.contender\` beside the config, if nothing else is said). The command \`contender journal\` shows most of it; whoever wants more may read it with \`sqlite3\`, pandas or anything else that reads SQLite, also while the bot runs. Open it read-only (\`sqlite3 'file:journal.db?mode=ro'\`), and copy it with \`.backup\`: its newest rows may be in \`journal.db-wal\`. Nothing but Contender may write it.

Times are INTEGER milliseconds since the epoch, UTC. Amounts of tokens are TEXT in plain decimal notation, exact; what is REAL (USD, prices) is a double. JSON is TEXT. What counts up is in the order of writing.

**It is versioned.** This is version ${MIGRATIONS.length} (\`PRAGMA user_version\`). A bot that finds an older journal brings it up to date at its start, each step a transaction (\`contender start --dry-run --once\` does, and trades nothing); what only reads refuses an older one until then, and everything refuses a newer one, untouched. A later version may add tables and columns, new kinds, codes and members of JSON: name the columns that you select. What is here is not renamed or given another meaning without a line in the changelog. Indexes, and what is in the columns \`view\`, \`detail\` and \`data\`, may change at any time.

## Three questions

${queries.join("\n\n")}

${sections.join("\n\n")}
`;
}
