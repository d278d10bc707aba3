import { spawnSync, type ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import type { TestContext } from "vitest";

/** What a command line has in front to run as the first process of a container, with which that ends. */
export const CONTAINER = ["unshare", "--pid", "--fork", "--kill-child"] as const;

/** Skips a test where no containers can be made: only root may, on Linux. */
export function needsContainers({ task, skip }: Pick<TestContext, "task" | "skip">): void {
  const [command, ...args] = CONTAINER;
  if (spawnSync(command, [...args, "true"]).status === 0) return;
  task.meta.onlyRoot = true;
  skip("only root makes containers");
}

/** Sends a signal to the first process of a container, as whoever runs that does. */
export function signalFirst({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  process.kill(Number(readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1").trim()), signal);
}
