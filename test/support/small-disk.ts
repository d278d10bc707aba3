import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "vitest";

declare module "vitest" {
  interface TaskMeta {
    /** Skipped, for only root may do what it needs: `.ci/run` lets that pass for everybody else. */
    onlyRoot?: boolean;
  }
}

/**
 * Makes a file system of its own of the folder until the test is over. Skips the test where that cannot be: only root
 * may mount.
 *
 * @param options of a tmpfs, such as `size=1m`
 */
export function mountDisk({ task, skip, onTestFinished }: TestContext, folder: string, options: string): void {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", folder], { stdio: "ignore" });
  } catch {
    task.meta.onlyRoot = true;
    skip("only root may mount");
  }
  onTestFinished(() => void execFileSync("umount", ["--lazy", folder]));
}

/** Takes what is left of a disk. */
export function fillDisk(folder: string): void {
  try {
    for (;;) writeFileSync(join(folder, "ballast"), Buffer.alloc(4_096), { flag: "a" });
  } catch {
    // It is full.
  }
}
