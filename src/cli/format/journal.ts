import type { JournalRow, JournalRows, JournalView } from "../../app/journal/views.js";
import { printable } from "../../core/printable.js";
import { plainDecimal, plainDigits, plainPercent, plainUsd, timestamp } from "../../core/format.js";
import { REHEARSAL, REHEARSED } from "./rehearsal.js";
import { right, table, type Column } from "./table.js";

interface Layout<Row> {
  readonly columns: readonly Column[];
  row(row: Row): string[];
}

const LAYOUTS: { readonly [View in JournalView]: Layout<JournalRows[View]> } = {
  runs: {
    columns: ["run", "started (UTC)", "ended", "strategies", right("exit"), "ending"],
    row: (run) => [
      run.id,
      timestamp(run.startedAt),
      timestamp(run.ending?.at ?? null),
      run.strategies.map(({ name }) => name).join(", "),
      run.ending === null ? "" : String(run.ending.exitCode),
      run.ending?.text ?? (run.state === "running" ? "running" : `killed at about ${timestamp(run.lastAt)}`),
    ],
  },
  decisions: {
    columns: ["at (UTC)", "strategy", right("no."), "decision", "reason"],
    row: (one) => [
      timestamp(one.at),
      one.strategy,
      String(one.number),
      decisionText(one.decision) + (one.count > 1 ? ` ×${one.count}` : ""),
      one.decision.reason,
    ],
  },
  ticks: {
    columns: ["at (UTC)", "strategy", "due", "status", right("decisions"), "read gave", "why it failed"],
    row: (one) => [
      timestamp(one.at),
      one.strategy,
      one.due.join(", "),
      one.status,
      String(one.decisions),
      one.inputs === null ? "" : shortened(JSON.stringify(one.inputs)),
      one.error ?? "",
    ],
  },
  intents: {
    columns: ["prepared (UTC)", "intent", "strategy", "state", right("amount"), "from", "to", "reason"],
    row: ({ intent, state }) => [
      timestamp(intent.preparedAt),
      intent.id,
      intent.strategy,
      state,
      plainDecimal(intent.amount.toFixed()),
      intent.from,
      intent.to,
      intent.reason,
    ],
  },
  trades: {
    columns: ["at (UTC)", "strategy", "intent", right("sold"), "from", right("bought"), "to", "reason"],
    row: ({ trade, strategy, intent }) => [
      timestamp(trade.at),
      strategy ?? "(not by this bot)",
      intent ?? "",
      plainDecimal(trade.fromAmount.toFixed()),
      trade.from,
      plainDecimal(trade.toAmount.toFixed()),
      trade.to,
      trade.success ? (trade.reason ?? "") : `failed: ${trade.error ?? "no reason given"}`,
    ],
  },
  quotes: {
    columns: [
      "at (UTC)",
      "intent",
      right("sells"),
      "from",
      right("gets"),
      "to",
      right("slippage"),
      right("prices (USD)"),
      "then",
    ],
    row: ({ quote, intent, to }) => [
      timestamp(quote.at),
      intent,
      plainDecimal(quote.fromAmount.toFixed()),
      quote.from,
      plainDecimal(quote.toAmount.toFixed()),
      quote.to,
      plainPercent(quote.slippage / 100),
      `${plainDigits(quote.fromPrice)}, ${plainDigits(quote.toPrice)}`,
      to,
    ],
  },
  verdicts: {
    columns: ["at (UTC)", "strategy", right("no."), "control", "verdict", "code", "reason"],
    row: (one) => [
      timestamp(one.at),
      one.strategy,
      String(one.decision),
      one.control,
      one.verdict,
      one.code,
      one.reason,
    ],
  },
  books: {
    columns: ["at (UTC)", "competition", "book", right("change"), "token", "cause", "intent", "reason"],
    row: (entry) => [
      timestamp(entry.at),
      entry.competitionId.slice(0, 8),
      entry.book,
      plainDecimal(entry.change.toFixed()),
      entry.token,
      entry.cause,
      entry.intent ?? "",
      entry.reason,
    ],
  },
  notes: {
    columns: ["at (UTC)", "", "kind", "text"],
    row: (note) => [timestamp(note.at), note.level, note.kind, note.text],
  },
  equity: {
    columns: ["at (UTC)", right("equity (USD)"), "books"],
    row: (point) => [
      timestamp(point.at),
      plainUsd(point.total),
      Object.entries(point.books)
        .map(([book, value]) => `${book} ${plainUsd(value)}`)
        .join(", "),
    ],
  },
};

/** Rows of the journal as a table. It marks rows of rehearsals (sandbox, dry run, backtest). */
export function journalTable<View extends JournalView>(view: View, rows: readonly JournalRow<View>[]): string {
  const layout: Layout<JournalRows[View]> = LAYOUTS[view];
  const some = rows.some(({ rehearsal }) => rehearsal);
  const mixed = some && !rows.every(({ rehearsal }) => rehearsal);
  const cells = (row: JournalRow<View>): string[] =>
    mixed ? [row.rehearsal ? REHEARSAL : "", ...layout.row(row)] : layout.row(row);
  const text = table(
    mixed ? ["", ...layout.columns] : layout.columns,
    rows.map(cells),
    "The journal has no matching rows.",
  );
  return some ? `${text}\n\n${mixed ? `${REHEARSAL}:` : "All of it was"} ${REHEARSED}.` : text;
}

/** One row as a line, for `--follow`. */
export function journalLine<View extends JournalView>(view: View, row: JournalRow<View>): string {
  const layout: Layout<JournalRows[View]> = LAYOUTS[view];
  return [row.rehearsal ? REHEARSAL : "", ...layout.row(row)]
    .filter((cell) => cell !== "")
    .map(printable)
    .join("  ");
}

/** Shortens what `read` returned, which may be very long. */
function shortened(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 59)}…`;
}

type Decision = JournalRows["decisions"]["decision"];

function decisionText(decision: Decision): string {
  switch (decision.kind) {
    case "hold":
      return "hold";
    case "cancel":
      return `cancel ${decision.id ?? decision.token ?? "everything"}`;
    case "target":
      return `target ${Object.entries(decision.weights)
        .map(([name, share]) => `${name} ${plainPercent(share)}`)
        .join(", ")}`;
    case "swap":
      return `swap ${sizeText(decision.size)} ${decision.from} → ${decision.to}`;
  }
}

function sizeText(size: Extract<Decision, { kind: "swap" }>["size"]): string {
  if ("amount" in size) return plainDecimal(size.amount);
  return "usd" in size ? `${plainUsd(size.usd)} USD of` : `${plainPercent(size.fraction)} of`;
}
