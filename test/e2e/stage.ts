import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { run as runHere } from "../cli/run.js";
import { end, run, start, type Finished, type Running } from "./process.js";
import { testProfile } from "../support/profile.js";
import { emptyFolder } from "../support/empty-folder.js";

/** The one line of `contender sandbox --json`. */
export interface Ready {
  readonly url: string;
  readonly profile: string;
  readonly clock: { readonly now: number; readonly speed: number };
  readonly competition: { readonly id: string; readonly name: string; readonly status: string };
  readonly teams: readonly { readonly name: string; readonly teamId: string; readonly apiKey: string }[];
}

/** What a command prints without and with --json. */
export interface Both<T> {
  readonly text: string;
  readonly document: T;
}

/** A sandbox as a process of its own, and a folder with a config and a key file that compete in it. */
export interface Stage {
  readonly folder: string;
  readonly sandbox: Running;
  readonly ready: Ready;
  /** Runs a command in the folder. */
  contender(...args: string[]): Promise<Finished>;
  /** Starts one; `close` ends it. */
  start(...args: string[]): Running;
  /**
   * Runs a command with and without --json: its text, by a process of its own, and its one document, by this process,
   * which need not start. It succeeds, and logs nothing.
   */
  readonly both: <T>(...args: string[]) => Promise<Both<T>>;
  /** The document of a command that succeeds, in this process: for what reads no file but the config's. */
  readonly json: <T>(...args: string[]) => Promise<T>;
  /** Asks the sandbox itself, by the key of the first team as it was at the start, or another one. */
  ask(path: string, key?: string): Promise<Response>;
  write(file: string, text: string): string;
  close(): Promise<void>;
}

/** What a command logs where its answer takes long, and how far it is; how long one takes is the machine's affair. */
const WAITING = /^(\{"level":"warn",[^\n]*"msg":"Still waiting for the service[^\n]*\}|[A-Z][\w -]+: \d+%)\n/gm;

/** What a command logged, but for that it waits or is under way. */
export function logged({ stderr }: Pick<Finished, "stderr">): string {
  return stderr.replace(WAITING, "");
}

/** So many commands in a minute would have to wait for the public service's limits. */
const COMMON = "limits: { account: off }\ndata: ./data\n";

/** Opens a stage: `flags` are the sandbox's, `config` what stands in the config beside service and data. */
export async function openStage(flags: readonly string[] = [], config = "strategies: []\n"): Promise<Stage> {
  const folder = emptyFolder();
  const sandbox = start(["sandbox", "--json", "--no-rate-limits", "--profile", testProfile(), ...flags], {
    cwd: folder,
  });
  const ready = JSON.parse((await sandbox.shows(/^\{.*\}$/m))[0]) as Ready;
  const started: Running[] = [];
  const here = (...args: string[]) => {
    const config = args.includes("--config") ? [] : ["--config", join(folder, "contender.yaml")];
    return runHere(...args, "--json", ...config);
  };
  const stage: Stage = {
    folder,
    sandbox,
    ready,
    contender: (...args) => run(args, { cwd: folder }),
    start(...args) {
      const running = start(args, { cwd: folder });
      started.push(running);
      return running;
    },
    async both<T>(...args: string[]): Promise<Both<T>> {
      const [plain, json] = await Promise.all([stage.contender(...args), here(...args)]);
      for (const ran of [plain, json]) expect([ran.code, logged(ran)]).toEqual([0, ""]);
      return { text: plain.stdout, document: JSON.parse(json.stdout) as T };
    },
    async json<T>(...args: string[]) {
      const { code, stdout, stderr } = await here(...args);
      expect(code, stderr).toBe(0);
      return JSON.parse(stdout) as T;
    },
    ask: (path, key = keyOf(ready)) =>
      fetch(`${ready.url}/api${path}`, { headers: { authorization: `Bearer ${key}` } }),
    write(file, text) {
      writeFileSync(join(folder, file), text);
      return join(folder, file);
    },
    async close() {
      for (const running of started) await end(running);
      await end(sandbox, "SIGTERM");
      rmSync(folder, { recursive: true, force: true });
    },
  };
  stage.write("contender.yaml", `service: { baseUrl: "${ready.url}", keyFile: ./key }\n${COMMON}${config}`);
  writeFileSync(join(folder, "key"), `${keyOf(ready)}\n`, { mode: 0o600 });
  return stage;
}

/** The key of the first team. */
export function keyOf({ teams }: Ready): string {
  return teams[0]?.apiKey ?? "";
}
