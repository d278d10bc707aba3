import { groupedBy } from "../../core/grouped.js";
import { count, counted, moment } from "../../core/format.js";
import type { ReportRefusal } from "../input.js";
import { pairText } from "../../model/outcome.js";
import { html, type Html } from "../html.js";
import type { Section, ShownRun } from "../section.js";
import { table, words } from "../table.js";

const BY: Readonly<Record<string, string>> = {
  refused: "by the bot's risk controls",
  rejected: "by the venue",
  dropped: "before it was sent",
};

/** Reasons and pairs that are shown of each code. */
const EXAMPLES = 3;

/** Decisions that did not become trades, by what stood in their way. */
export function refusalsSection({ index, result: { refusals } }: ShownRun): Section {
  return {
    id: `refusals-${index + 1}`,
    title: "Refused, rejected and dropped trades",
    short: "Refused",
    body:
      refusals.length === 0
        ? html`<p class="calm">Nothing was refused, rejected or dropped.</p>`
        : html`<p class="lead">${counted(refusals.length, "decision")}, or parts of them.</p>
            ${table({
              kind: "refusals",
              head: ["Code", "Times", "First and last (UTC)", words("Pairs"), words("Why, for example")],
              rows: grouped(refusals).map(row),
            })}`,
  };
}

/** Of one status and code each, the most frequent first. */
function grouped(refusals: readonly ReportRefusal[]): (readonly ReportRefusal[])[] {
  return [...groupedBy(refusals, ({ status, code }) => `${status} ${code}`).values()].sort(
    (a, b) => b.length - a.length,
  );
}

function row(group: readonly ReportRefusal[]): Html | null {
  const [first] = group;
  const last = group.at(-1);
  if (first === undefined || last === undefined) return null;
  const pairs = [...new Set(group.map(pairText))];
  const reasons = [...new Set(group.map(({ reason }) => reason.slice(0, 300)))];
  const more = pairs.length - EXAMPLES;
  return html`<tr>
    <th scope="row">
      <code>${first.code}</code
      ><span class="why">${first.status}${BY[first.status] === undefined ? "" : ` ${BY[first.status] ?? ""}`}</span>
    </th>
    <td>${count(group.length)}</td>
    <td>${moment(first.at)}<br />${moment(last.at)}</td>
    <td class="text">${pairs.slice(0, EXAMPLES).join(", ")}${more > 0 ? ` and ${more} more` : ""}</td>
    <td class="text">
      <ul>
        ${reasons.slice(0, EXAMPLES).map((reason) => html`<li>${reason}</li>`)}
      </ul>
    </td>
  </tr> `;
}
