import { arch, cpus, platform } from "node:os";
import type { Part } from "./part.js";
import type { Score, Sums } from "./score.js";
import { zeros } from "./zeros.js";

const BEGIN = "<!-- written by npm run torture: begin -->";
const END = "<!-- end -->";

export interface Run {
  readonly base: string;
  readonly ms: number;
  readonly commit: string | null;
}

/**
 * The page with its written part made anew: promises, attacks and the figures of a run. What people wrote around
 * it stays. Throws where the page has lost its marks.
 *
 * @param run base seed, how long it took, milliseconds, and what was attacked; null where git does not tell
 */
export function reliabilityPage(page: string, parts: readonly Part[], score: Score, run: Run): string {
  const begin = page.indexOf(BEGIN);
  const end = page.indexOf(END);
  if (begin < 0 || end < begin) throw new Error(`docs/reliability.md must hold the lines ${BEGIN} and ${END}`);
  const body = [
    summary(score, run),
    never(score),
    figures(parts, score),
    ...parts.map((part) => section(part, score.of(part.name))),
  ];
  return `${page.slice(0, begin)}${BEGIN}\n\n${body.join("\n\n")}\n\n${page.slice(end)}`;
}

const number = (value: number): string => value.toLocaleString("en");

function summary({ failures }: Score, { base, ms, commit }: Run): string {
  const where = `Node ${process.versions.node} on ${platform()} ${arch()}, ${cpus().length} cores`;
  const broken = failures.map(({ part, seed, text }) => `- \`${part}:${seed}\`: ${text.split("\n")[0] ?? ""}`);
  const found = failures.length === 0 ? "No promise was broken." : `**Broken:**\n\n${broken.join("\n")}`;
  return `## The last run\n\n${where}; ${commit === null ? "" : `commit \`${commit}\`, `}${Math.round(ms / 60_000)} minutes, seed \`${base}\`. ${found}`;
}

/** What must not happen at all, and how often it did. */
function never({ failures }: Score): string {
  const rows = [...zeros(failures)].map(([what, times]) => `| ${what} | ${number(times)} |`);
  return `| must be 0 | in this run |\n| --- | --- |\n${rows.join("\n")}`;
}

function figures(parts: readonly Part[], score: Score): string {
  const rows = parts.flatMap((part) => {
    const { rounds, counts } = score.of(part.name);
    const broken = score.failures.filter((failure) => failure.part === part.name).length;
    const targets = Object.entries(part.target);
    return targets.map(
      ([count, wanted], i) =>
        `| ${i === 0 ? part.name : ""} | ${number(counts[count] ?? 0)} ${count} | ${number(wanted)} | ${i === 0 ? number(rounds) : ""} | ${i === 0 ? broken : ""} |`,
    );
  });
  return `| part | done | a whole run | rounds | promises broken |\n| --- | --- | --- | --- | --- |\n${rows.join("\n")}`;
}

function section({ name, promises, how }: Part, { counts, faults }: Sums): string {
  const met = Object.entries(faults).sort(([, a], [, b]) => b - a);
  const table = met.map(([fault, count]) => `| ${fault} | ${number(count)} |`).join("\n");
  const counted = Object.entries(counts).map(([count, sum]) => `${number(sum)} ${count}`);
  return [
    `## ${name}`,
    promises.map((promise) => `- ${promise}`).join("\n"),
    how,
    `The last run: ${counted.join(", ")}.`,
    ...(met.length === 0 ? [] : [`| met | times |\n| --- | --- |\n${table}`]),
  ].join("\n\n");
}
