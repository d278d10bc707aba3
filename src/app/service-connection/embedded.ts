import { createGateway } from "../../gateway/gateway.js";
import { fixedKey } from "../../gateway/keys/key-store.js";
import type { SandboxConfig } from "../config/schema.js";
import { openSandbox } from "../sandbox/open.js";
import { gatewayOptions } from "./gateway-options.js";
import type { World, WorldPorts } from "./connection.js";

/** The world of a sandbox in this process. The bot speaks HTTP with it like with any other service. */
export async function embeddedWorld(ports: WorldPorts, config: SandboxConfig): Promise<World> {
  const { loaded, registry, secrets, log } = ports;
  const { sandbox, clock, market, span, close } = openSandbox(config, { registry, log, path: loaded.path });
  const url = await sandbox.listen(config.port);
  const apiKey = sandbox.teams[0]?.apiKey ?? "";
  const key = fixedKey(apiKey, secrets, "the embedded sandbox");
  const options = gatewayOptions(ports, clock, config.speed);
  // Elsewhere, rules that print no limits are no proof that there are none.
  const limits = config.rateLimits ? options.limits : { ...options.limits, unsaid: [] };
  const gateway = createGateway({ ...options, limits, baseUrl: url, key });
  return {
    service: `the embedded sandbox (${url}, ${market.label})`,
    clock,
    speed: config.speed,
    gateway,
    history: [market.history],
    ephemeral: true,
    span,
    async close() {
      await gateway.close();
      await close();
    },
  };
}
