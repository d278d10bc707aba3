import { dirname, resolve } from "node:path";
import { isAlias, isScalar, type Node } from "yaml";
import { PARSED_ONCE } from "../../core/parsed-once.js";
import { pathText, type Path } from "../../core/path.js";
import { crossProblems } from "./cross-problems.js";
import { referredName, secretsNamedIn, type Environment } from "./environment.js";
import { problemsOf } from "./issues.js";
import { configJsonSchema } from "./json-schema.js";
import { nodeAt, placeOf, placeOfKey } from "./places.js";
import { ConfigError, type Problem } from "./problem.js";
import { fillScalars } from "./scalars.js";
import { configSchema, type Config } from "./schema.js";
import { secretsOf } from "./secrets.js";
import { plainOf, readSource, type ConfigSource } from "./source.js";

/** A problem at a key of the file. */
export interface PlacedProblem {
  readonly path: Path;
  readonly text: string;
  readonly hint: string;
}

/** A valid config file. */
export interface LoadedConfig {
  /** Absolute. */
  readonly file: string;
  readonly config: Config;
  /**
   * Values that must never be shown: the API key, strategies' secrets, and values of environment variables with a
   * secret's name.
   */
  readonly secrets: readonly string[];
  /** The environment variables that held them. */
  readonly secretVariables: readonly string[];
  /** The environment variable of the API key; null if the key is in a file. */
  readonly keyVariable: string | null;
  /** The absolute path of a path in the file, which is relative to the file. */
  path(relative: string): string;
  /**
   * Makes an error with problems at places of this file, for checks that need more than the file, such as a strategy's
   * params.
   */
  error(problems: readonly PlacedProblem[]): ConfigError;
}

/**
 * Tells which values of a config a command needs. Values it does not need may refer to environment variables that are not
 * set, because a command may run in another shell than the bot.
 */
export type ConfigUse = (path: Path, secret: boolean) => boolean;

/** All values: for the bot and for checks of its start. */
export const EVERYTHING: ConfigUse = () => true;
/** No secrets: for commands that let strategies decide but not read. */
export const NO_SECRETS: ConfigUse = (_path, secret) => !secret;
/** No strategy secrets: for commands that read prices for the strategies or trade beside their books. */
export const NO_STRATEGY_SECRETS: ConfigUse = ([section], secret) => section !== "strategies" || !secret;
/** No strategies: for commands that query the service. */
export const NO_STRATEGIES: ConfigUse = ([section]) => section !== "strategies";
/** Only the data folder and the like: for commands that read files or query the bot. */
export const ON_DISK: ConfigUse = ([section]) => section === "data" || section === "tokens";

/** Reads and validates a config file. Throws ConfigError with all its problems. */
export function loadConfig(file: string, env: Environment, use?: ConfigUse): LoadedConfig {
  const source = readSource(resolve(file));
  return checkSource(source, env, use);
}

/** The variables of the environment from which a config takes secrets, whatever else is wrong with it. */
export function secretVariablesOf(source: ConfigSource, env: Environment): readonly string[] {
  return fillScalars(source, configJsonSchema(), env, ON_DISK).secretVariables;
}

/** Validates a config that was read. Throws ConfigError with all its problems. */
export function checkSource(source: ConfigSource, env: Environment, use: ConfigUse = EVERYTHING): LoadedConfig {
  const schema = configJsonSchema();
  const keyVariable = referredTo(nodeAt(source, ["service", "key"]));
  const { problems, spoilt, secrets, secretVariables, unfilled } = fillScalars(source, schema, env, use);
  const raw = withoutSections(plainOf(source), unfilled);
  const parsed = configSchema.safeParse(raw, PARSED_ONCE);
  const issues = parsed.success ? [] : parsed.error.issues;
  const address = secretInAddress(source);
  const found: Problem[] = [
    ...source.problems,
    ...problems,
    ...address,
    ...problemsOf(source, schema, issues).filter(({ key }) => !spoilt.has(key)),
  ];
  const at = (path: string): string => resolve(dirname(source.file), path);
  const sound = parsed.success ? parsed.data : soundSections(raw, issues);
  // What else is wrong with it would be told with its value.
  if (address.length > 0) throw new ConfigError(source.file, found);
  for (const { path, ofKey, text, hint } of crossProblems(sound, at, (place) => use(place, false))) {
    const place = ofKey ? placeOfKey(source, path) : placeOf(source, path);
    found.push({ ...place, key: pathText(path), text, hint });
  }
  if (!parsed.success || found.length > 0) throw new ConfigError(source.file, found);
  return {
    file: source.file,
    config: parsed.data,
    secrets,
    secretVariables,
    keyVariable,
    path: at,
    error: (placed) => {
      // What a strategy says of its params may quote one.
      const known = secretsOf({ secrets });
      const problems = placed.map(({ path, text, hint }) => {
        return { ...placeOf(source, path), key: pathText(path), text: known.scrub(text), hint: known.scrub(hint) };
      });
      return new ConfigError(source.file, problems);
    },
  };
}

/** The variable that a text in the file is filled from; to be asked before it is filled. */
function referredTo(node: Node | null): string | null {
  return isScalar(node) ? referredName(String(node.value)) : null;
}

/**
 * Refuses secrets in an address, which is sent to name servers and to its host. A stranger's config could send a secret
 * there.
 */
function secretInAddress(source: ConfigSource): Problem[] {
  const path = ["service", "baseUrl"];
  const node = nodeAt(source, path);
  const scalar = isAlias(node) ? node.resolve(source.document) : node;
  const names = isScalar(scalar) ? secretsNamedIn(scalar.source ?? "") : [];
  if (names.length === 0) return [];
  const text = `${names.join(", ")} may hold a secret, which must not be part of an address`;
  const hint = "Write the address itself, or rename the variable (without KEY, TOKEN, SECRET or PASSWORD).";
  return [{ ...placeOf(source, path), key: pathText(path), text, hint }];
}

/** The config without sections in which something is not known that is not needed either. */
function withoutSections(raw: unknown, names: ReadonlySet<string>): unknown {
  if (names.size === 0 || typeof raw !== "object" || raw === null) return raw;
  const left = Object.entries(raw).filter(([name]) => !names.has(name));
  // There is always a service, and this one asks for nothing.
  return { ...Object.fromEntries(left), ...(names.has("service") ? { service: { sandbox: {} } } : {}) };
}

/** The sections without a complaint: names can be checked in them although others are wrong. */
function soundSections(raw: unknown, issues: readonly { readonly path: readonly PropertyKey[] }[]): Partial<Config> {
  if (typeof raw !== "object" || raw === null || Array.isArray(raw)) return {};
  const bad = new Set(issues.map((issue) => issue.path[0]));
  const sound = Object.entries(configSchema.shape)
    .filter(([name]) => !bad.has(name) && Object.hasOwn(raw, name))
    .map(([name, section]) => [name, section.parse((raw as Record<string, unknown>)[name])]);
  return Object.fromEntries(sound) as Partial<Config>;
}
