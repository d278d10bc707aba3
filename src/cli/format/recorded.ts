import type { RecordEnd } from "../../app/record/run.js";
import { formatLength } from "../../core/time/duration.js";
import { configOption, shellWord } from "../../app/config-option.js";
import { facts } from "./table.js";
import { timestamp } from "../../core/format.js";

/**
 * A finished recording as text: what it holds, and which commands to run next.
 * @param config the config file named on the command line; the suggested backtest names it too
 */
export function recordedText(end: RecordEnd, config?: string): string {
  const { tape, prices, quotes, from, to, outages, missed, failed, ended } = end;
  const away = outages.reduce((sum, { from: since, until }) => sum + (until ?? to) - since, 0);
  const text = facts({
    tape,
    recorded: `${prices} prices and ${quotes} quotes, ${timestamp(from)} to ${timestamp(to)} UTC`,
    "service unreachable": outages.length === 0 ? null : `${outages.length} times, ${formatLength(away)} in total`,
    "skipped rounds": missed === 0 ? null : String(missed),
    "failed readings": failed === 0 ? null : String(failed),
    ended,
  });
  const folder = shellWord(tape);
  return `${text}\n\n  npx contender tape info ${folder}\n  npx contender backtest --tape ${folder}${configOption(config)}`;
}
