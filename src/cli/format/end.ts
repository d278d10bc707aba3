import type { BotEnd } from "../../app/start/run.js";
import { printable } from "../../core/printable.js";
import { configOption } from "../../app/config-option.js";
import { plainUsd, timestamp } from "../../core/format.js";
import { disabledText } from "./disabled.js";
import { facts, right, table } from "./table.js";

/**
 * The end of `contender start` as text: why it ended, the final standing, the files, and what to try next.
 * @param config the config file named on the command line; the suggested commands name it too
 */
export function endText(end: BotEnd, config?: string): string {
  const reason = printable(end.reason);
  const why = end.remedy === "" ? reason : `${sentence(reason)} ${printable(end.remedy)}`;
  const where = facts({ journal: `${end.journal} (run ${end.run})`, "recorded prices": end.tape });
  const disabled = end.disabled.map((one) => disabledText(one.strategy, one)).join("\n");
  return ["", why, disabled, standingText(end), where, nextText(end, config)]
    .filter((part, i) => i === 0 || part !== "")
    .join("\n\n")
    .trimStart();
}

/** Adds a full stop if the text has none. */
function sentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

function standingText({ code, standing, competition, equity, endedAt }: BotEnd): string {
  if (standing === null) return equity === null ? "" : `Own equity at the end: ${plainUsd(equity)} USD.`;
  const rows = standing.table.map((row) => [
    row.rank === null ? "-" : String(row.rank),
    row.team + (row.own ? " (you)" : ""),
    plainUsd(row.value),
  ]);
  const age = endedAt - standing.readAt;
  const as = standing.atEnd || age < 60_000 ? "" : ` (as of ${timestamp(standing.readAt)} UTC, the last one read)`;
  const title = `${code === "COMPETITION_OVER" ? "Final standing" : "Standing"} of ${printable(competition?.name ?? "the competition")}${as}`;
  return `${title}\n\n${table([right("rank"), "team", right("value (USD)")], rows, "No team was ranked.")}`;
}

/** Commands to try next. None after a failure, whose remedy says it; only the journal's if a person is needed. */
function nextText({ run, tape, exitCode, competition }: BotEnd, config: string | undefined): string {
  if (competition === null || (exitCode !== 0 && exitCode !== 4)) return "";
  const named = configOption(config);
  const lines = Object.entries({
    "contender journal decisions --run last": "its decisions and their reasons",
    "contender journal trades --run last": "every trade, with the intent behind it",
    ...(exitCode === 0 && furtherCommands(run, tape)),
  }).map(([command, what]) => [`npx ${command}${named}`, what] as const);
  const width = Math.max(...lines.map(([command]) => command.length));
  return ["What next:", ...lines.map(([command, what]) => `  ${command.padEnd(width)}   ${what}`)].join("\n");
}

function furtherCommands(run: string, tape: string | null): Readonly<Record<string, string>> {
  return {
    [`contender replay ${run}`]: "check that the strategies decide the same again",
    ...(tape === null ? {} : { "contender backtest --report report.html": "trade again on the recorded prices" }),
    "contender new strategy my-strategy": "create a strategy of your own",
  };
}
