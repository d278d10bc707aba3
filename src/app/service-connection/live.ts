import { scaledClock, systemClock } from "../../core/time/system-clock.js";
import type { Clock } from "../../core/time/clock.js";
import { createGateway } from "../../gateway/gateway.js";
import { KeyFile } from "../../gateway/keys/key-file.js";
import { fixedKey, type KeyStore } from "../../gateway/keys/key-store.js";
import { gatewayOptions } from "./gateway-options.js";
import type { World, WorldPorts } from "./connection.js";

/** The world of a service somewhere else. Throws KeySourceError, BaseUrlError, and, under `clock.speed`, what reading the time may. */
export async function liveWorld(ports: WorldPorts, baseUrl: string): Promise<World> {
  const { config, path } = ports.loaded;
  const { speed } = config.clock;
  const key = keyStore(ports);
  const clock = speed === 1 ? systemClock : await serviceClock(ports, baseUrl, key, speed);
  const gateway = createGateway({ ...gatewayOptions(ports, clock, speed), baseUrl, key, spentDir: path(config.data) });
  const close = (): Promise<void> => gateway.close();
  return { service: baseUrl, clock, speed, gateway, history: [], ephemeral: false, span: null, close };
}

function keyStore({ loaded, secrets }: WorldPorts): KeyStore {
  const { key = "", keyFile } = loaded.config.service;
  return keyFile === undefined ? fixedKey(key, secrets) : new KeyFile(loaded.path(keyFile), secrets);
}

/** A clock as fast as the service's, set by what its health says of the time, half a round trip ago. */
async function serviceClock(ports: WorldPorts, baseUrl: string, key: KeyStore, speed: number): Promise<Clock> {
  const gateway = createGateway({ ...gatewayOptions(ports, systemClock, 1), baseUrl, key });
  try {
    const asked = systemClock.now();
    const { timestamp } = await gateway.health();
    return scaledClock({ speed, origin: timestamp + ((systemClock.now() - asked) / 2) * speed });
  } finally {
    await gateway.close();
  }
}
