/** What the name of a file of spent requests says. */
export interface SpentName {
  readonly identity: string;
  /** Of the machine's start since which its monotonic clock runs; "" of versions that did not say. */
  readonly boot: string;
  /** Of that clock. */
  readonly hour: number;
}

export function spentName({ identity, boot, hour }: SpentName): string {
  return `spent-${identity}-${boot}-${hour}.log`;
}

/** Null where a file is none of spent requests. */
export function parseSpentName(name: string): SpentName | null {
  const [, identity = "", boot = "", hour] = /^spent-([0-9a-f]{16})-(?:([0-9a-z]*)-)?(\d+)\.log$/.exec(name) ?? [];
  return hour === undefined ? null : { identity, boot, hour: Number(hour) };
}
