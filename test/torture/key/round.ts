import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { POINTS } from "../../support/points.js";
import { seededRandom, type Random } from "../../../src/core/random.js";
import { systemClock } from "../../../src/core/time/system-clock.js";
import { KNOWN_TOKENS } from "../../../src/model/known-tokens.js";
import { TokenRegistry } from "../../../src/model/token-registry.js";
import { createSandbox, type FaultPlan, type Sandbox } from "../../../src/sandbox/index.js";
import { syntheticMarket } from "../../../src/tape/index.js";
import { testProfile } from "../../support/profile.js";
import { contender, type Ended, type Strike } from "../kills/process.js";
import type { Tally } from "../machinery/part.js";
import { hasAccess, judgeAccess, judgeFiles, KEY_FILES, type Aftermath } from "./judge.js";

const ROTATIONS = 6;
const STRUCK_AT = POINTS.filter((name) => /^(key\.|request\.(resetApiKey|getProfile)|spent\.takeOver)/.test(name));
/** Where Ctrl-C must not end a rotation. */
const IN_BETWEEN = ["request.resetApiKey:before", "request.resetApiKey:after", "key.next:before", "key.replace:before"];
/** Commands that work with the key that is on disk, or say why they cannot. */
const NEXT: readonly (readonly string[])[] = [["balances"], ["profile"], ["key", "rotate"]];

type Mishap = "killed" | "interrupted" | "lost answer" | "lost request" | "none";

/** A team's folder, whose key is changed again and again, beside the service. */
class KeyStage {
  readonly folder = mkdtempSync(join(tmpdir(), "contender-key-"));
  readonly counts = { rotations: 0, kills: 0, commands: 0, lost: 0 };
  readonly faults: Record<string, number> = {};
  readonly failures: string[] = [];
  readonly #keys = new Set<string>();
  readonly #sandbox: Sandbox;

  constructor(
    seed: string,
    private readonly random: Random,
  ) {
    this.#sandbox = createSandbox({
      profile: testProfile(seed),
      clock: systemClock,
      registry: new TokenRegistry(KNOWN_TOKENS),
      market: syntheticMarket({ seed, start: systemClock.now(), past: 3_600_000 }),
      seed,
      keySeed: seed,
      rateLimits: "off",
    });
  }

  async open(): Promise<void> {
    const url = await this.#sandbox.listen(0);
    const config = `service: { baseUrl: "${url}", keyFile: ./key }\nlimits: { all: off, each: off, account: off }\nstrategies: [{ use: rebalance, allocation: 1 }]\ndata: ./data\n`;
    writeFileSync(join(this.folder, "contender.yaml"), config);
    this.#give();
  }

  async close(): Promise<void> {
    await this.#sandbox.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** One rotation, what befalls it, and what comes next. */
  async rotate(): Promise<void> {
    const drawn = this.random.next();
    const mishap: Mishap =
      drawn < 0.75
        ? "killed"
        : drawn < 0.83
          ? "lost answer"
          : drawn < 0.9
            ? "lost request"
            : drawn < 0.97
              ? "interrupted"
              : "none";
    const before = this.#valid();
    const ended = await this.#during(mishap);
    this.counts.rotations++;
    const struck = ended.signal === "SIGKILL" ? (ended.struck.at(-1) ?? "no point") : null;
    const answerLost = mishap === "lost answer" && struck === null;
    this.#judgeWords(mishap, before, ended);
    const aftermath = this.#aftermath();
    const access = hasAccess(aftermath);
    const next = await this.#run(this.#drawn(NEXT), []);
    this.failures.push(...judgeAccess(access, struck, answerLost, next), ...judgeFiles(this.#aftermath()));
    if (access) return;
    this.counts.lost++;
    this.#give();
  }

  #during(mishap: Mishap): Promise<Ended> {
    if (mishap.startsWith("lost")) this.faults[mishap] = (this.faults[mishap] ?? 0) + 1;
    const kinds = {
      "lost answer": "lost-answer",
      "lost request": "lost-request",
      killed: null,
      interrupted: null,
      none: null,
    } as const;
    const kind = kinds[mishap];
    const plan: FaultPlan = {
      seed: this.random.int(1e9),
      faults: kind === null ? [] : [{ kind, operations: ["resetApiKey"], how: "reset" }],
    };
    this.#sandbox.faults.set(plan);
    const kill: Strike = { at: this.#drawn(STRUCK_AT), nth: this.random.next() < 0.8 ? 1 : 2, signal: "SIGKILL" };
    const stop: Strike = { at: this.#drawn(IN_BETWEEN), nth: 1, signal: this.#drawn(["SIGINT", "SIGTERM"]) };
    const strikes = mishap === "killed" ? [kill] : mishap === "interrupted" ? [stop] : [];
    return this.#run(["key", "rotate"], strikes).finally(() => this.#sandbox.faults.set(null));
  }

  /** What a rotation says of itself where the network has lost something. */
  #judgeWords(mishap: Mishap, before: string, { code, signal, said }: Ended): void {
    if (mishap === "interrupted" && code !== 0)
      this.failures.push(`Ctrl-C cut a rotation short: it ended with ${code ?? signal}, saying: ${said}`);
    const words: Partial<Record<Mishap, RegExp>> = {
      "lost answer": /old key is no longer valid, and the answer with the new one was lost[^]*organisers/,
      "lost request": /key was not changed[^]*old key still works/,
    };
    const expected = words[mishap];
    if (expected === undefined) return;
    if (code === 0 || !expected.test(said))
      this.failures.push(`a ${mishap} of the reset was told so (${code}): ${said}`);
    if (readFileSync(join(this.folder, "key"), "utf8").trim() !== before)
      this.failures.push(`after a ${mishap} the key file is not as it was`);
  }

  async #run(args: readonly string[], strikes: readonly Strike[]): Promise<Ended> {
    this.counts.commands++;
    const ended = await contender(this.folder, args, strikes).ended;
    if (ended.signal === "SIGKILL" && !ended.hung) this.counts.kills++;
    if (ended.hung) this.failures.push(`${args.join(" ")} did not end: ${ended.said}`);
    for (const key of this.#aftermath().keys)
      if (ended.said.includes(key)) this.failures.push(`${args.join(" ")} printed a key`);
    return ended;
  }

  #aftermath(): Aftermath {
    const valid = this.#valid();
    this.#keys.add(valid);
    return { folder: this.folder, valid, keys: [...this.#keys] };
  }

  #valid(): string {
    return this.#sandbox.keyOf(this.#sandbox.teams[0]?.teamId ?? "");
  }

  /** The organisers give the team its key. */
  #give(): void {
    for (const name of KEY_FILES) rmSync(join(this.folder, name), { force: true });
    writeFileSync(join(this.folder, "key"), `${this.#aftermath().valid}\n`, { mode: 0o600 });
  }

  #drawn<Item>(items: readonly Item[]): Item {
    return items[this.random.int(items.length)] as Item;
  }
}

/** Rotations of a key, nearly each of them killed, by processes of the command line over real HTTP. */
export async function playKeyRound(seed: string): Promise<Tally> {
  const stage = new KeyStage(seed, seededRandom(seed));
  try {
    await stage.open();
    for (let i = 0; i < ROTATIONS; i++) await stage.rotate();
    const { counts, faults, failures } = stage;
    return { counts, faults, failures };
  } finally {
    await stage.close();
  }
}
