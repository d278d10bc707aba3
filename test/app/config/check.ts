import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Environment } from "../../../src/app/config/environment.js";
import { checkSource, type ConfigUse, type LoadedConfig } from "../../../src/app/config/load.js";
import { ConfigError } from "../../../src/app/config/problem.js";
import { parseSource } from "../../../src/app/config/source.js";
import { emptyFolder } from "../../support/empty-folder.js";

/** The smallest config that is right. */
export const SMALLEST = "service: { sandbox: {} }\n";

export function check(text: string, env: Environment = {}, use?: ConfigUse): LoadedConfig {
  return checkSource(parseSource("/project/contender.yaml", text), env, use);
}

/** What is wrong with a text, as people read it, a line each. */
export function problems(text: string, env: Environment = {}, use?: ConfigUse): string[] {
  try {
    check(text, env, use);
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split("\n");
    throw error;
  }
  return [];
}

/** A file of its own, in a folder of its own. */
export function temporary(name: string, content: string | Buffer): string {
  const file = join(emptyFolder(), name);
  writeFileSync(file, content);
  return file;
}
