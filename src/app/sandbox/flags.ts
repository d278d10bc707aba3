import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { z } from "zod";
import type { Path } from "../../core/path.js";
import { openConfig } from "../config/find.js";
import { NO_STRATEGIES } from "../config/load.js";
import { registryOf } from "../config/registry.js";
import { expectation, schemaAt } from "../../core/json-schema.js";
import { configJsonSchema } from "../config/json-schema.js";
import { sandboxSchema } from "../config/sandbox.js";
import type { SandboxConfig } from "../config/schema.js";
import { UsageError } from "../errors.js";
import type { TokenRegistry } from "../../model/token-registry.js";

/** The flags of `contender sandbox`, as they were typed. */
export interface SandboxFlags {
  readonly config?: string | undefined;
  /** TOKEN=FILE each, or one folder of a tape. */
  readonly tape?: readonly string[];
  readonly synthetic?: string;
  readonly profile?: string;
  readonly speed?: string;
  readonly port?: string;
  readonly teams?: string;
  readonly duration?: string;
  readonly startIn?: string;
  readonly upcoming?: string;
  readonly slippage?: string;
  readonly priceCache?: string;
  readonly priceChainCase?: string;
  /** False with --no-rate-limits. */
  readonly rateLimits?: boolean;
  readonly host?: string;
  readonly faults?: string;
}

/** What a sandbox is to be: the config's section (where one was named) with the flags over it. */
interface SandboxPlan {
  readonly config: SandboxConfig;
  readonly registry: TokenRegistry;
  path(relative: string): string;
}

/** The key of each flag that is simply a value. */
const KEYS = {
  profile: "text",
  speed: "number",
  port: "number",
  teams: "number",
  upcoming: "number",
  duration: "text",
  startIn: "text",
  slippage: "text",
  priceCache: "text",
  priceChainCase: "text",
} as const;

const TAPE_REMEDY = "Write --tape WETH.eth=eth.csv.gz, once for each token, or --tape FOLDER.";

/** The flag of each key that has another name than its flag. */
const FLAGS: Readonly<Record<string, string>> = { seed: "synthetic", market: "tape" };

/** Joins flags and config. Throws UsageError, which names the flag and what it takes, UnknownTokenError, or ConfigError. */
export function sandboxPlan(flags: SandboxFlags): SandboxPlan {
  const loaded = flags.config === undefined ? null : openConfig(flags.config, NO_STRATEGIES);
  const inConfig = loaded?.config.service.sandbox;
  const written = inConfig === undefined ? {} : sandboxSchema.encode(inConfig);
  const registry = registryOf(loaded?.config.tokens ?? {});
  const parsed = sandboxSchema.safeParse({ ...written, ...given(flags, registry) });
  if (!parsed.success) throw usage(parsed.error.issues);
  return { config: parsed.data, registry, path: loaded?.path ?? resolve };
}

function given(flags: SandboxFlags, registry: TokenRegistry): Record<string, unknown> {
  const raw: Record<string, unknown> = {};
  for (const [key, kind] of Object.entries(KEYS)) {
    const text = flags[key as keyof typeof KEYS];
    // What is no number stays a text, and is told as such.
    if (text !== undefined)
      raw[key] = kind === "number" && text.trim() !== "" && !Number.isNaN(Number(text)) ? Number(text) : text;
  }
  // Typed, a path is relative to where it was typed, not to the config.
  if (flags.faults !== undefined) raw["faults"] = resolve(flags.faults);
  if (flags.rateLimits === false) raw["rateLimits"] = false;
  if (flags.tape !== undefined && flags.synthetic !== undefined)
    throw new UsageError("--tape and --synthetic exclude each other", { remedy: "Give only one of them." });
  if (flags.synthetic !== undefined) Object.assign(raw, { seed: flags.synthetic, market: { synthetic: {} } });
  if (flags.tape !== undefined) raw["market"] = marketOf(flags.tape, registry);
  return raw;
}

function marketOf(tapes: readonly string[], registry: TokenRegistry): unknown {
  const [first = ""] = tapes;
  if (tapes.length === 1 && existsSync(first) && statSync(first).isDirectory()) return { tape: resolve(first) };
  const bars = new Map<string, string>();
  for (const text of tapes) {
    const [, token, file] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
    if (token === undefined || file === undefined)
      throw new UsageError(`--tape ${text} is neither TOKEN=FILE nor a tape's folder`, { remedy: TAPE_REMEDY });
    const { name } = registry.resolve(token);
    if (bars.has(name)) throw new UsageError(`--tape names ${name} twice`, { remedy: TAPE_REMEDY });
    bars.set(name, resolve(file));
  }
  return { bars: Object.fromEntries(bars) };
}

function usage(issues: readonly z.core.$ZodIssue[]): UsageError {
  const schema = configJsonSchema();
  const texts = issues.map(({ path, message }) => {
    const node = schemaAt(schema, ["service", "sandbox", ...(path as Path)]);
    const key = String(path[0] ?? "");
    const flag = (FLAGS[key] ?? key).replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return `--${flag}: expected ${node === null ? message : expectation(node)}`;
  });
  return new UsageError(texts.join("; "), { remedy: "Run `contender sandbox --help` for usage." });
}
