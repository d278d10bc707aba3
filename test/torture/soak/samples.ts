import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** What a bot kept at a moment. */
export interface Sample {
  /** Hours of the competition since the first sample. */
  readonly hour: number;
  /** Bytes that live on after a collection. */
  readonly heap: number;
  /** Bytes in memory in all. */
  readonly rss: number;
  /** Open files and sockets; null where the system does not tell. */
  readonly handles: number | null;
}

/** Puts a probe into a Node process: arguments of `node`, and its environment. @param everyMs of the machine, between two samples */
export function probing(file: string, everyMs: number): { args: string[]; env: Record<string, string> } {
  const probe = fileURLToPath(new URL("probe.mjs", import.meta.url));
  return {
    args: ["--expose-gc", "--import", probe],
    env: { PROBE_FILE: file, PROBE_EVERY_MS: String(everyMs) },
  };
}

/** Reads what the probe wrote. @param everyHours of the competition between two samples */
export function samplesOf(file: string, everyHours: number): Sample[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").trim().split("\n");
  return lines.map((line, i) => ({ ...(JSON.parse(line) as Omit<Sample, "hour">), hour: i * everyHours }));
}

/** The slope of the line through the points with the least squares, per unit of x; 0 where there are fewer than two. */
export function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const n = points.length;
  const meanX = points.reduce((sum, [x]) => sum + x, 0) / n;
  const meanY = points.reduce((sum, [, y]) => sum + y, 0) / n;
  const spread = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  if (n < 2 || spread === 0) return 0;
  return points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0) / spread;
}
