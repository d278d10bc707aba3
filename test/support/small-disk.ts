import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** Makes a file system of its own of the folder until the test is over; false where that cannot be: only root may mount. */
export function mountSmallDisk(folder: string, size: string): boolean {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${size}`, "tmpfs", folder], { stdio: "ignore" });
  } catch {
    return false;
  }
  onTestFinished(() => void execFileSync("umount", ["--lazy", folder]));
  return true;
}

/** Takes what is left of a disk. */
export function fillDisk(folder: string): void {
  try {
    for (;;) writeFileSync(join(folder, "ballast"), Buffer.alloc(4_096), { flag: "a" });
  } catch {
    // It is full.
  }
}
