import { parseSpentLine, spentLine } from "./request-log-line.js";

/**
 * The lines of the files, oldest first, that were written before the machine booted, on the clock that began anew then. How long the boot took
 * is not known; so the last request counts as sent at the very moment of it, and the others as much before.
 *
 * @param longestOf how long before its latest end a request of an operation was sent
 * @param retainMs how long before the boot what was sent counts no more, and is left out
 */
export function linesOfEarlierBoot(text: string, longestOf: (operation: string) => number, retainMs: number): string[] {
  const records = text.split("\n").flatMap((line) => parseSpentLine(line) ?? []);
  const sent = records.flatMap((record) => (record.kind === "sent" ? [record.end - longestOf(record.operation)] : []));
  const booted = sent.reduce((last, at) => Math.max(last, at), -Infinity);
  return records.flatMap((record) => {
    if (record.kind === "cancelled") return [spentLine(record).slice(1)];
    // Of a pause without a request before it nothing is known on the new clock.
    const end = record.kind === "paused" && booted === -Infinity ? -Infinity : record.end - booted;
    return end < -retainMs ? [] : [spentLine({ ...record, end }).slice(1)];
  });
}

/**
 * Whether something in a file was sent later than the clock shows: then the clock has begun anew since. For systems that
 * have no name for the machine's start.
 *
 * @param slack by how much what two processes expect of an operation may differ, milliseconds
 */
export function isOfLater(
  text: string,
  now: number,
  { longestOf, slack }: { longestOf: (operation: string) => number; slack: number },
): boolean {
  return text.split("\n").some((line) => {
    const record = parseSpentLine(line);
    return record?.kind === "sent" && record.end - longestOf(record.operation) > now + slack;
  });
}
