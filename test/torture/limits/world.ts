import { appendFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Clock } from "../../../src/core/time/clock.js";
import { silentLog } from "../../../src/core/log.js";
import type { Random } from "../../../src/core/random.js";
import { Secrets } from "../../../src/core/secrets.js";
import { createGateway, type Gateway } from "../../../src/gateway/gateway.js";
import { KNOWN_TOKENS } from "../../../src/model/known-tokens.js";
import { TokenRegistry } from "../../../src/model/token-registry.js";
import type { RateLimit } from "../../../src/model/rules.js";
import { KEY } from "../../gateway/service.js";
import { Machine, mortalClock } from "./machine.js";
import { Network } from "./network.js";
import { drawLimits, type Scenario } from "./scenario.js";
import { PauseJudge } from "./pauses.js";
import { WindowJudge } from "./windows.js";

export interface Process {
  readonly gateway: Gateway;
  readonly clock: Clock;
  readonly alive: () => boolean;
}

/** What a plant may spoil. */
export interface WorldFlaws {
  /** The folder of spent requests of the process that is started n-th. */
  readonly spentDir?: (dir: string, n: number) => string;
  readonly reservePercent?: number;
  /** Windows are measured on the clock of the wall, which is set now and then. */
  readonly wallClock?: boolean;
}

const REGISTRY = new TokenRegistry(KNOWN_TOKENS);

/** One machine with the processes of one team on it, and the server behind the network. */
export class World {
  readonly judge = new WindowJudge();
  readonly pauses = new PauseJudge(() => this.limits);
  readonly machine: Machine;
  readonly network: Network;
  readonly counts = { restarts: 0, boots: 0, jumps: 0, changes: 0, commands: 0 };
  #limits: readonly RateLimit[];
  readonly #alive = new Set<Process>();
  readonly #dead: Gateway[] = [];
  #started = 0;

  constructor(
    readonly scenario: Scenario,
    private readonly dir: string,
    readonly random: Random,
    private readonly flaws: WorldFlaws,
  ) {
    this.machine = new Machine(scenario.drift, scenario.uptimeMs);
    this.network = new Network(this.machine.truth, this.judge, this.pauses, scenario, random.fork("network"));
    this.#limits = scenario.limits;
    this.judge.setLimits(this.#limits);
  }

  get limits(): readonly RateLimit[] {
    return this.#limits;
  }

  /** Starts a process. The first one is told the limits; those that come later must know them. */
  start(): Process {
    const { scenario, machine, flaws } = this;
    const n = this.#started++;
    let process: Process | null = null;
    const alive = (): boolean => process === null || this.#alive.has(process);
    const wall = mortalClock(machine.wall, alive);
    const gateway = createGateway({
      baseUrl: "http://simulated",
      key: KEY,
      clock: wall,
      boot: String(this.counts.boots),
      steady: flaws.wallClock === true ? wall : mortalClock(machine.steady, alive),
      wall,
      registry: REGISTRY,
      log: silentLog,
      secrets: new Secrets(),
      random: this.random.fork(`process ${n}`),
      limits: { reservePercent: flaws.reservePercent ?? scenario.reservePercent },
      spentDir: flaws.spentDir?.(this.dir, n) ?? this.dir,
      transport: this.network.transport(alive, { id: n, born: machine.truth.now() }),
      deadlineMs: scenario.deadlineMs,
    });
    process = { gateway, clock: mortalClock(machine.truth, alive), alive };
    this.#alive.add(process);
    if (n === 0) gateway.setLimits(this.#limits);
    return process;
  }

  /** Ends a process without a word: what it has sent goes on its way. */
  kill(process: Process): void {
    this.#alive.delete(process);
    this.#dead.push(process.gateway);
    if (this.random.next() < 0.3) this.#tearLine();
  }

  /** The power fails, and the machine begins anew. */
  boot(): void {
    for (const process of this.#alive) this.kill(process);
    this.machine.boot();
    this.counts.boots++;
  }

  jump(): void {
    const { random } = this;
    const far = [1_000, 60_000, 3_600_000, 40 * 86_400_000][random.int(4)] as number;
    this.machine.jump(Math.round((random.next() < 0.5 ? -1 : 1) * far * random.next()));
    this.counts.jumps++;
  }

  /** The service's rules change: every process that runs reads them at once. */
  change(): void {
    const counts = drawLimits(this.random, [1_000]);
    this.#limits = this.#limits.map((limit) => {
      const drawn = counts.find(({ scope }) => scope === limit.scope);
      return { ...limit, count: drawn?.count ?? limit.count };
    });
    this.judge.setLimits(this.#limits);
    for (const { gateway } of this.#alive) gateway.setLimits(this.#limits);
    this.counts.changes++;
  }

  async close(): Promise<void> {
    for (const { gateway } of this.#alive) await gateway.close();
    for (const gateway of this.#dead) await gateway.close();
  }

  /** A record of which the machine wrote only the beginning. */
  #tearLine(): void {
    const name = readdirSync(this.dir).find((file) => file.startsWith("spent-"));
    if (name !== undefined) appendFileSync(join(this.dir, name), "\n+ torn0000-1z 17345678");
  }
}
