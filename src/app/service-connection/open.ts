import { insecureWarning } from "../config/insecure.js";
import { embeddedWorld } from "./embedded.js";
import { liveWorld } from "./live.js";
import type { World, WorldPorts } from "./connection.js";

/** The world that the config names: a sandbox in this process, or a service somewhere else. */
export function openWorld(ports: WorldPorts): Promise<World> {
  const { config } = ports.loaded;
  const insecure = insecureWarning(config);
  if (insecure !== null) ports.log.warn(insecure);
  const { sandbox, baseUrl = "" } = config.service;
  return sandbox === undefined ? liveWorld(ports, baseUrl) : embeddedWorld(ports, sandbox);
}
