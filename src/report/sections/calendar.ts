import { DAY } from "../../core/time/duration.js";
import { change, day, fixed } from "../../core/format.js";
import { byDay, byMonth, type PeriodReturn } from "../data/periods.js";
import { html, type Html, type HtmlPart } from "../html.js";
import type { Section, ShownRun } from "../section.js";
import { table } from "../table.js";

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const WEEKDAYS = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"];
/** Months that are shown day by day; of longer runs the last ones. */
const MOST_MONTHS = 24;
/** Steps of colour on each side of zero. */
const STEPS = 5;

/** Returns by month and by day, as calendars whose cells are the stronger in colour the more happened. */
export function calendarSection({ index, result }: ShownRun): Section {
  const days = byDay(result.time, result.equity);
  const months = byMonth(result.time, result.equity);
  const shown = months.slice(-MOST_MONTHS);
  const shade = shadeOf(days);
  return {
    id: `calendar-${index + 1}`,
    title: "Returns by month and day",
    short: "Calendar",
    body: html`${monthTable(months)}
      <p class="lead">
        ${dayText(days)} All in percent, days and months of
        UTC${months.length > shown.length ? `; the last ${MOST_MONTHS} months day by day` : ""}.
      </p>
      <div class="months">${shown.map((month) => dayTable(month, days, shade))}</div>`,
  };
}

function dayText(days: readonly PeriodReturn[]): string {
  const [first, ...others] = days;
  if (first === undefined) return "";
  const best = others.reduce((a, b) => (b.totalReturn > a.totalReturn ? b : a), first);
  const worst = others.reduce((a, b) => (b.totalReturn < a.totalReturn ? b : a), first);
  const won = days.filter(({ totalReturn }) => totalReturn > 0).length;
  return `${won} of ${days.length} days were gains; the best was ${day(best.from)} with ${change(best.totalReturn)}, the worst ${day(worst.from)} with ${change(worst.totalReturn)}.`;
}

type Shade = (value: number) => string;

/** The strongest colour is for the largest of all but a few. */
function shadeOf(returns: readonly PeriodReturn[]): Shade {
  const sizes = Float64Array.from(returns, ({ totalReturn }) => Math.abs(totalReturn)).sort();
  const most = sizes[Math.floor(0.97 * (sizes.length - 1))] ?? 0;
  return (value) => {
    const step = most > 0 ? Math.min(STEPS, Math.ceil((Math.abs(value) / most) * STEPS)) : 0;
    return step === 0 || value === 0 ? "h0" : `${value > 0 ? "g" : "l"}${step}`;
  };
}

const short = (fraction: number): string => fixed(fraction * 100, 1);

function monthTable(months: readonly PeriodReturn[]): Html {
  const shade = shadeOf(months);
  const years = [...new Set(months.map(({ from }) => new Date(from).getUTCFullYear()))];
  const rows = years.map((year) => {
    const own = months.filter(({ from }) => new Date(from).getUTCFullYear() === year);
    const whole = own.reduce((value, { totalReturn }) => value * (1 + totalReturn), 1) - 1;
    const cells = MONTHS.map((_, month): HtmlPart => {
      const found = own.find(({ from }) => new Date(from).getUTCMonth() === month);
      if (found === undefined) return html`<td></td>`;
      return html`<td class="${shade(found.totalReturn)}">${short(found.totalReturn)}${found.whole ? "" : "*"}</td>`;
    });
    return html`<tr>
      <th scope="row">${year}</th>
      ${cells}
      <td class="total">${short(whole)}</td>
    </tr> `;
  });
  const partly = months.some(({ whole }) => !whole);
  return table({
    head: ["Year", ...MONTHS, "All"],
    rows,
    caption: `Return by month, percent${partly ? "; * a month that the run does not cover wholly" : ""}`,
    kind: "heat years",
  });
}

function dayTable({ from }: PeriodReturn, days: readonly PeriodReturn[], shade: Shade): Html {
  const month = new Date(from).getUTCMonth();
  const year = new Date(from).getUTCFullYear();
  const own = new Map(days.map((item) => [item.from, item]));
  const next = Date.UTC(year, month + 1, 1);
  // Monday is the first: 1970-01-01 was a Thursday.
  const weekday = (at: number): number => (Math.floor(at / DAY) + 3) % 7;
  const rows: Html[] = [];
  for (let monday = from - weekday(from) * DAY; monday < next; monday += 7 * DAY) {
    const cells = WEEKDAYS.map((_, i): HtmlPart => {
      const at = monday + i * DAY;
      if (at < from || at >= next) return html`<td class="none"></td>`;
      const found = own.get(at);
      const date = (at - from) / DAY + 1;
      if (found === undefined) return html`<td class="out">${date}</td>`;
      return html`<td class="${shade(found.totalReturn)}" title="${day(at)}: ${change(found.totalReturn)}">
        <small>${date}</small>${short(found.totalReturn)}
      </td>`;
    });
    rows.push(
      html`<tr>
        ${cells}
      </tr>`,
    );
  }
  return html`<table class="heat days">
    <caption>
      ${MONTHS[month] ?? ""} ${year}
    </caption>
    <thead>
      <tr>
        ${WEEKDAYS.map((name) => html`<th scope="col">${name}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
}
