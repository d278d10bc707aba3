import type { LoadedConfig } from "./load.js";

/** Where the key lives, for people. */
export function keySourceOf({ config, path, keyVariable, file }: LoadedConfig): string {
  const { sandbox, keyFile } = config.service;
  if (sandbox !== undefined) return "the embedded sandbox";
  if (keyFile !== undefined) return path(keyFile);
  return keyVariable === null ? `the environment, as set in ${file}` : `the environment variable ${keyVariable}`;
}
