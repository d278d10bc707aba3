import { formatDuration } from "../../core/time/duration.js";
import type { JsonValue } from "../../core/json.js";
import { count, moment, percent } from "../../core/format.js";
import type { ReportPrices, ReportResult, ReportStrategy } from "../input.js";
import { halves } from "../halves.js";
import { html, withCode, type Html } from "../html.js";
import type { Section, ShownRun } from "../section.js";

/** The setup of a run, as needed to run it again. */
export function setupSection({ index, result, prices }: ShownRun): Section {
  return {
    id: `setup-${index + 1}`,
    title: "Setup",
    short: "Setup",
    body: html`${
        result.remarks.length === 0
          ? null
          : html`<ul class="remarks">
              ${result.remarks.map((remark) => html`<li>${withCode(remark)}</li>`)}
            </ul>`
      }
      <div class="grid two">${result.strategies.map(strategyTable)}${countsTable(result)}</div>
      <div class="grid two">${settingsTables(result, prices)}</div>`,
  };
}

function pairs(caption: string, rows: readonly (readonly [string, string])[], length: "" | "long" = ""): Html {
  return html`<div class="wide ${length}">
    <table class="pairs">
      <caption>
        ${caption}
      </caption>
      <tbody>
        ${rows.map(
          ([name, value]) =>
            html`<tr>
              <th scope="row">${breakable(name)}</th>
              <td class="text">${value}</td>
            </tr> `,
        )}
      </tbody>
    </table>
  </div>`;
}

/** A path that may go on in the next line after each of its dots, and not in the midst of a word. */
function breakable(path: string): Html {
  return html`${path.split(".").map((part, i) => (i === 0 ? part : html`.<wbr />${part}`))}`;
}

function strategyTable({ name, version, params, allocation, disabled }: ReportStrategy): Html {
  return pairs(`${name} ${version}, ${percent(allocation)} of the start balances`, [
    ...flat(params, ""),
    ...(disabled === null ? [] : [["disabled", `${moment(disabled.at)} UTC: ${disabled.why}`] as const]),
  ]);
}

function countsTable({ ticks, decisions, initialBalances }: ReportResult): Html {
  return pairs("Ticks, decisions, start balances", [
    ["ticks decided", count(ticks.decided)],
    ["ticks warming up", count(ticks.warmingUp)],
    ["ticks failed", count(ticks.failed)],
    [
      "decisions",
      `${count(decisions.swap)} swap, ${count(decisions.target)} target, ${count(decisions.cancel)} cancel, ${count(decisions.hold)} hold`,
    ],
    ...Object.entries(initialBalances),
  ]);
}

function settingsTables({ settings, tape, seed }: ReportResult, { tokens }: ReportPrices): Html[] {
  const [first, second] = halves([
    ...(tape === null ? [] : [["tape", `${tape.label} (${tape.fingerprint})`] as const]),
    ["tokens", tokens.join(", ")] as const,
    ["seed", seed] as const,
    ...flat(settings, "").map(([name, value]) => [name, TIME.test(name) ? timeText(value) : value] as const),
  ]);
  return [pairs("Settings", first, "long"), pairs("Settings, continued", second, "long")];
}

/** Settings that are milliseconds. */
const TIME = /^latency$|^sampleEvery$|Ms$|\.standsFor$/;

/** Milliseconds as config writes them: a number alone says no unit. */
function timeText(value: string): string {
  const ms = Number(value);
  return Number.isFinite(ms) ? formatDuration(ms) : value;
}

/** Nested values as rows, `a.b.c`; short lists on one line. */
function flat(value: JsonValue, path: string): (readonly [string, string])[] {
  if (typeof value !== "object" || value === null) return [[path, value === null ? "none" : String(value)]];
  if (Array.isArray(value) && value.every((member) => typeof member !== "object"))
    return [[path, value.length === 0 ? "none" : value.map(String).join(", ")]];
  return Object.entries(value).flatMap(([key, member]) =>
    flat(member as JsonValue, path === "" ? key : `${path}.${key}`),
  );
}
