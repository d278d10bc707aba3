import type { LoadedConfig } from "../config/load.js";

/** Where the key lives, for people. */
export function keySourceOf({ config, path }: LoadedConfig): string {
  const { sandbox, keyFile } = config.service;
  if (sandbox !== undefined) return "the embedded sandbox";
  return keyFile === undefined ? "the environment" : path(keyFile);
}
