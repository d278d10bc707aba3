import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { z } from "zod";
import { silentLog } from "../../../../src/core/log.js";
import { Secrets } from "../../../../src/core/secrets.js";
import { SimulatedClock } from "../../../../src/core/time/simulated-clock.js";
import { KeyFile } from "../../../../src/gateway/keys/key-file.js";
import { readKnownLimits, writeKnownLimits } from "../../../../src/gateway/limits/known-limits.js";
import { RequestLogFile } from "../../../../src/gateway/limits/request-log-file.js";
import { KNOWN_TOKENS } from "../../../../src/model/known-tokens.js";
import { TokenRegistry } from "../../../../src/model/token-registry.js";
import { bindStrategy } from "../../../../src/strategy/bind/bind.js";
import { defineStrategy } from "../../../../src/strategy/define.js";
import { token } from "../../../../src/strategy/bind/token-param.js";
import { attack, together, type Assault, type Verdict } from "../attack.js";
import { hostileJson } from "../hostile-values.js";
import { mutated, mutatedBytes } from "../mutations.js";
import { judgePrototypes } from "../server/judge.js";
import { judgeReading } from "./judge-reading.js";

const URL = "https://example.org";
const NOW = Date.UTC(2025, 0, 1);

/** What lies in a bot's data folder beside its journal, what its strategies are given, and its key. */
export async function attackData(folder: string, seed: string, count: number): Promise<Assault> {
  return together([
    await attackKeys(folder, seed, count),
    await attackSpent(join(folder, "spent"), seed, count),
    await attackLimits(join(folder, "limits"), seed, count),
    await attackParams(seed, 2 * count),
  ]);
}

async function attackKeys(folder: string, seed: string, count: number): Promise<Assault> {
  const file = join(folder, "hostile.key");
  const one = (text: string): fc.Arbitrary<Buffer> => mutatedBytes(Buffer.from(text));
  const inputs = fc.record({
    "": one("0123456789abcdef_fedcba9876543210\n"),
    ".next": fc.option(one("1123456789abcdef_fedcba9876543210\n"), { nil: null }),
    ".previous": fc.option(one("2123456789abcdef_fedcba9876543210\n"), { nil: null }),
  });
  const take = (files: Readonly<Record<string, Buffer | null>>): Verdict => {
    for (const [suffix, bytes] of Object.entries(files)) {
      rmSync(file + suffix, { force: true });
      if (bytes !== null) writeFileSync(file + suffix, bytes, { mode: 0o600 });
    }
    return judgeReading("hostile.key", () => {
      const key = new KeyFile(file, new Secrets());
      for (const text of [key.key(), ...key.former()])
        if (!/^[\x21-\x7e]+$/.test(text)) throw new Error(`taken for a key: ${text}`);
    });
  };
  return attack({ kind: "key files", inputs, count, take }, seed);
}

async function attackSpent(dir: string, seed: string, count: number): Promise<Assault> {
  const clock = new SimulatedClock(NOW);
  const options = { dir, identity: "0123456789abcdef", clock, log: silentLog };
  const first = new RequestLogFile({ ...options, writer: "aaaaaaaa" });
  for (let i = 0; i < 20; i++) {
    const ticket = first.sent("getPrice", NOW + 10_000, () => 1);
    if (i % 3 === 0) ticket.ended(NOW + i);
    else if (i % 3 === 1) ticket.cancelled();
  }
  first.paused("trade", NOW + 5_000);
  first.close();
  const [name = ""] = readdirSync(dir);
  const bytes = readFileSync(join(dir, name));
  const inputs = fc.record({ now: mutatedBytes(bytes), boot: fc.constantFrom("0", "1") });
  const take = ({ now, boot }: { now: Buffer; boot: string }): Verdict => {
    for (const left of readdirSync(dir)) rmSync(join(dir, left));
    writeFileSync(join(dir, name), now);
    const store = new RequestLogFile({ ...options, boot, writer: "bbbbbbbb" });
    try {
      // Whatever stands there: it is no reason to send nothing, and what is read can be counted.
      store.sent("getPrice", NOW + 1_000, () => 1).ended(NOW);
      for (const record of store.read())
        if (
          record.kind !== "cancelled" &&
          !(Number.isSafeInteger(record.end) && (record.kind === "paused" || (record.count >= 0 && record.count < 1e6)))
        )
          return `a record cannot be counted: ${JSON.stringify(record)}`;
    } finally {
      store.close();
    }
    return judgePrototypes();
  };
  return attack({ kind: "spent requests", inputs, count, take }, seed);
}

async function attackLimits(dir: string, seed: string, count: number): Promise<Assault> {
  const LIMITS = [
    { scope: "trade", count: 100, windowMs: 60_000 },
    { scope: "all", count: 3_000, windowMs: 60_000 },
  ] as const;
  mkdirSync(dir);
  writeKnownLimits(dir, URL, LIMITS);
  const [name = ""] = readdirSync(dir);
  const bytes = fc.oneof(
    mutatedBytes(readFileSync(join(dir, name))),
    mutated(LIMITS).map((value) => Buffer.from(hostileJson(value))),
  );
  const take = (now: Buffer): Verdict => {
    writeFileSync(join(dir, name), now);
    const bad = readKnownLimits(dir, URL).find(
      ({ count: most, windowMs }) => !(most >= 1 && windowMs > 0 && windowMs < Infinity),
    );
    return bad === undefined ? judgePrototypes() : `a limit that limits nothing: ${JSON.stringify(bad)}`;
  };
  return attack({ kind: "known limits", inputs: bytes, count, take }, seed);
}

const definition = defineStrategy({
  name: "hostile-params",
  summary: "For a test.",
  params: z.object({
    token: token("WETH.eth"),
    weights: z.record(z.string(), z.number().min(0).max(1)).default({}),
    nested: z.object({ list: z.array(z.union([z.string().max(100), z.number()])).max(50) }).optional(),
    band: z.number().min(0).max(100).default(2),
  }),
  schedule: "* * * * *",
  decide: ({ hold }) => hold({ reason: "nothing" }),
});
const PARAMS = { token: "WETH.eth", weights: { "USDC.eth": 0.25 }, nested: { list: ["a", 1] }, band: 3 };

async function attackParams(seed: string, count: number): Promise<Assault> {
  const context = { registry: new TokenRegistry(KNOWN_TOKENS), crossChain: true, fundedChains: null };
  const take = (params: unknown): Verdict =>
    judgeReading("hostile-params", () => {
      const { paramsJson, version } = bindStrategy(
        { definition, file: "hostile.ts", source: "" },
        { params, allocation: 1 },
        context,
      );
      if (!/^[0-9a-f]{16}$/.test(version) || paramsJson === null) throw new Error("no version");
    });
  return attack({ kind: "strategy params", inputs: mutated(PARAMS), count, take }, seed);
}
