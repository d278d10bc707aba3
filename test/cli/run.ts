import { PassThrough } from "node:stream";
import { runCli } from "../../src/cli/program.js";
import { keyWatch } from "../support/canary/watch.js";

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command line in this process, and gives what it printed and its exit code. */
export async function run(...args: string[]): Promise<Ran> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const texts = { stdout: "", stderr: "" };
  stdout.on("data", (chunk) => (texts.stdout += String(chunk)));
  stderr.on("data", (chunk) => (texts.stderr += String(chunk)));
  const code = await runCli(args, { stdout, stderr });
  keyWatch.look(`what contender ${args.join(" ")} printed`, texts.stdout + texts.stderr);
  return { code, ...texts };
}
