import { existsSync } from "node:fs";
import { toldOf } from "../../core/errors.js";
import { suggested } from "../../core/nearest.js";
import { WHOLE } from "../../core/number/shares.js";
import { isInsecure, parseBaseUrl } from "../../gateway/base-url.js";
import { isPlainName, partsOfName, SPECIFIC_CHAINS, tokenKey } from "../../model/token.js";
import { completeSettings, DEFAULT_SETTINGS, type CompetitionSettings } from "../../venue/settings.js";
import type { Path } from "../../core/path.js";
import { registryOf } from "./registry.js";
import type { Config } from "./schema.js";

/** A problem that shows only when several values are seen together. */
interface CrossProblem {
  readonly path: Path;
  readonly ofKey: boolean;
  readonly text: string;
  readonly hint: string;
}

/**
 * Checks names against each other, in the sections that are right by themselves.
 *
 * @param at gives the absolute path of a file
 * @param uses whether the file that a path names is needed: else it need not be there
 */
export function crossProblems(
  config: Partial<Config>,
  at: (path: string) => string,
  uses: (path: Path) => boolean,
): CrossProblem[] {
  return [
    ...baseUrl(config.service, uses),
    ...clockBesideSandbox(config, uses),
    ...ownTokens(config.tokens ?? {}),
    ...tokenNames(config),
    ...tokensTwice(config),
    ...sandboxAmounts(config),
    ...allocations(config.strategies ?? []),
    ...files(config, at, uses),
  ];
}

function baseUrl(service: Config["service"] | undefined, uses: (path: Path) => boolean): CrossProblem[] {
  const { baseUrl: text, insecure } = service ?? {};
  if (text === undefined) return [];
  const path = ["service", "baseUrl"];
  const problems = complaint(path, false, () => parseBaseUrl(text));
  if (problems.length > 0 || insecure === true || !isInsecure(text) || !uses(path)) return problems;
  const hint = "Write https://. If you trust every machine and network on the path, set `service: { insecure: true }`.";
  return [{ path, ofKey: false, text: "http:// would send the key unencrypted to another machine", hint }];
}

/** A speed that nothing heeds: the embedded sandbox's clock goes by its own. */
function clockBesideSandbox({ service, clock }: Partial<Config>, uses: (path: Path) => boolean): CrossProblem[] {
  const path = ["clock", "speed"];
  // Where the service is not looked at, a sandbox may stand in its place.
  if (service?.sandbox === undefined || clock === undefined || clock.speed === 1 || !uses(path)) return [];
  const hint = `Write \`service: { sandbox: { speed: ${clock.speed} } }\`; \`clock\` is for a separate sandbox.`;
  return [{ path, ofKey: true, text: "the embedded sandbox has its own `speed`", hint }];
}

/** What `check` throws, as a problem of a place. */
function complaint(path: Path, ofKey: boolean, check: () => unknown): CrossProblem[] {
  try {
    check();
    return [];
  } catch (error) {
    const { message: text, remedy: hint } = toldOf(error);
    return [{ path, ofKey, text, hint }];
  }
}

function ownTokens(tokens: Config["tokens"]): CrossProblem[] {
  return Object.entries(tokens).flatMap(([name, { address }]): CrossProblem[] => {
    const place = { path: ["tokens", name], ofKey: true };
    const [, chain] = /^[^.\s]+\.([^.\s]+)$/.exec(name) ?? [];
    if (chain === undefined || !isPlainName(name))
      return [{ ...place, text: `"${name}" is not a token's name`, hint: "Names are ALIAS.chain, such as PEPE.eth." }];
    if (!SPECIFIC_CHAINS.some((known) => known === chain)) {
      const hint = suggested(chain, SPECIFIC_CHAINS, `Chains: ${SPECIFIC_CHAINS.join(", ")}.`);
      return [{ ...place, text: `unknown chain "${chain}"`, hint }];
    }
    if (address.startsWith("0x") === (chain === "svm"))
      return [
        { ...place, text: `${address} is not an address of ${chain}`, hint: "0x… addresses belong to EVM chains." },
      ];
    return [];
  });
}

function tokenNames(config: Partial<Config>): CrossProblem[] {
  const registry = registryOf(config.tokens ?? {});
  const sandbox = config.service?.sandbox;
  const keys = (section: Readonly<Record<string, unknown>> | undefined, ...path: string[]) =>
    Object.keys(section ?? {}).map((name) => ({ name, path: [...path, name], ofKey: true }));
  const list = (names: readonly string[] | undefined, ...path: string[]) =>
    (names ?? []).map((name, i) => ({ name, path: [...path, i], ofKey: false }));
  const named = [
    ...list(config.risk?.tokens, "risk", "tokens"),
    ...keys(config.history?.bars, "history", "bars"),
    ...keys(sandbox?.market.synthetic, "service", "sandbox", "market", "synthetic"),
    ...keys(sandbox?.market.bars, "service", "sandbox", "market", "bars"),
  ];
  return named.flatMap(({ name, path, ofKey }) => complaint(path, ofKey, () => registry.resolve(name)));
}

/** A token under two names, and two tokens that are the cash of one chain. */
function tokensTwice({ tokens = {}, service, history }: Partial<Config>): CrossProblem[] {
  const registry = registryOf(tokens);
  const own = (name: string) => ({
    cash: false,
    address: "",
    ...tokens[name],
    chain: partsOfName(name).specificChain,
  });
  const addressOf = (name: string): string => tokenKey(own(name).address, own(name).chain);
  const cashChain = (name: string): string | null => (own(name).cash ? own(name).chain : null);
  const meant = (name: string): string | null => {
    try {
      return registry.resolve(name).name;
    } catch {
      return null; // `tokenNames` tells
    }
  };
  const same = (section: Readonly<Record<string, unknown>> | undefined, ...path: string[]): CrossProblem[] =>
    twice(path, section, meant, (first) => `this is the same token as ${first}`);
  const { market, balances } = service?.sandbox ?? {};
  return [
    ...twice(["tokens"], tokens, addressOf, (first) => `its address is that of ${first}`),
    ...twice(["tokens"], tokens, cashChain, (first) => `${first} is already the cash token of its chain`),
    ...same(history?.bars, "history", "bars"),
    ...same(market?.synthetic, "service", "sandbox", "market", "synthetic"),
    ...same(market?.bars, "service", "sandbox", "market", "bars"),
    ...same(balances, "service", "sandbox", "balances"),
  ];
}

/** Keys that mean what an earlier one means, whose place they would take without a word. */
function twice(
  path: readonly string[],
  section: Readonly<Record<string, unknown>> = {},
  meaning: (key: string) => string | null,
  text: (first: string) => string,
): CrossProblem[] {
  const seen = new Map<string, string>();
  return Object.keys(section).flatMap((key) => {
    const means = meaning(key);
    if (means === null) return [];
    const first = seen.get(means);
    if (first !== undefined)
      return [{ path: [...path, key], ofKey: true, text: text(first), hint: "Keep one of them." }];
    seen.set(means, key);
    return [];
  });
}

/** What the sandbox itself would refuse at its start: amounts that its accounts cannot keep to the last digit. */
function sandboxAmounts({ service, tokens = {} }: Partial<Config>): CrossProblem[] {
  if (service?.sandbox === undefined) return [];
  const { minTradeAmount, balances } = service.sandbox;
  const { startBalances } = DEFAULT_SETTINGS;
  const registry = registryOf(tokens);
  const tried = (key: string[], settings: Partial<CompetitionSettings>): CrossProblem[] =>
    complaint(["service", "sandbox", ...key], true, () => completeSettings(registry, DEFAULT_SETTINGS, settings));
  return [
    ...tried(["minTradeAmount"], { minTradeAmount, startBalances: {} }),
    // The usual ones are not there where config gives USDC's address another name.
    ...(balances === undefined ? tried(["balances"], { startBalances }) : []),
    ...Object.entries(balances ?? {}).flatMap(([name, text]) =>
      tried(["balances", name], { startBalances: { [name]: text } }),
    ),
  ];
}

function allocations(list: Config["strategies"]): CrossProblem[] {
  const sum = list.reduce((total, { allocation }) => total + allocation, 0);
  if (sum <= WHOLE) return [];
  const text = `the allocations add up to ${Number(sum.toFixed(6))}`;
  const hint = "They may add up to at most 1. The rest stays unassigned.";
  return [{ path: ["strategies"], ofKey: true, text, hint }];
}

function files(config: Partial<Config>, at: (path: string) => string, uses: (path: Path) => boolean): CrossProblem[] {
  const { market, faults } = config.service?.sandbox ?? {};
  const named: { file: string; path: Path }[] = [
    ...Object.entries(config.history?.bars ?? {}).map(([name, file]) => ({ file, path: ["history", "bars", name] })),
    ...(config.history?.tapes ?? []).map((file, i) => ({ file, path: ["history", "tapes", i] })),
    ...Object.entries(market?.bars ?? {}).map(([name, file]) => ({
      file,
      path: ["service", "sandbox", "market", "bars", name],
    })),
    ...(market?.tape === undefined ? [] : [{ file: market.tape, path: ["service", "sandbox", "market", "tape"] }]),
    ...(faults === undefined ? [] : [{ file: faults, path: ["service", "sandbox", "faults"] }]),
  ];
  return named
    .filter(({ file, path }) => uses(path) && !existsSync(at(file)))
    .map(({ file, path }) => ({
      path,
      ofKey: false,
      text: `${at(file)} does not exist`,
      hint: `Paths are relative to the config file (${file}).`,
    }));
}
