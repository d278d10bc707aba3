import type { RecordEnd } from "../../app/record/run.js";
import { formatLength } from "../../core/time/duration.js";
import { configOption, shellWord } from "../../app/config-option.js";
import { facts } from "./table.js";
import { timestamp } from "../../core/format.js";

/**
 * What became of a recording, and what to do with it.
 * @param config the config file that was named: a backtest is of its strategies
 */
export function recordedText(end: RecordEnd, config?: string): string {
  const { tape, prices, quotes, from, to, outages, missed, failed, ended } = end;
  const away = outages.reduce((sum, { from: since, until }) => sum + (until ?? to) - since, 0);
  const text = facts({
    tape,
    recorded: `${prices} prices and ${quotes} quotes, ${timestamp(from)} to ${timestamp(to)} UTC`,
    "service away": outages.length === 0 ? null : `${outages.length} times, ${formatLength(away)} together`,
    "rounds that fell out": missed === 0 ? null : String(missed),
    "readings that failed": failed === 0 ? null : String(failed),
    ended,
  });
  const folder = shellWord(tape);
  return `${text}\n\n  npx contender tape info ${folder}\n  npx contender backtest --tape ${folder}${configOption(config)}`;
}
