import type { JsonValue } from "../../core/json.js";
import type { Engine } from "../../engine/control.js";
import type { TokenRegistry } from "../../model/token-registry.js";
import type { Venue } from "../../model/venue.js";
import { keySourceOf } from "../config/key-source.js";
import { controlAddress } from "../control/address.js";
import { serveControl, type ControlServer } from "../control/server.js";
import { answer } from "../requests/answer.js";
import type { RequestPorts } from "../requests/ports.js";
import { toJson } from "../json.js";
import type { CommandSession } from "../command-session.js";
import type { World } from "../service-connection/connection.js";
import type { Recording } from "./tape.js";

interface ServedBot extends CommandSession {
  readonly engine: Engine;
  readonly venue: Venue;
  readonly registry: TokenRegistry;
  readonly world: World;
  readonly run: string;
  readonly dryRun: boolean;
  readonly recording: Recording | null;
}

/** Opens the bot's control socket: other commands of this user ask and change through it. */
export function serveBot(bot: ServedBot): Promise<ControlServer> {
  const { engine, venue, registry, world, run, dryRun, recording, loaded, log, secrets } = bot;
  const desk: RequestPorts = {
    service: world.service,
    venue,
    gateway: world.gateway,
    registry,
    keySource: keySourceOf(loaded),
    bot: () => ({ ...engine.status(), run, pid: process.pid, dryRun, notRecorded: recording?.failure() ?? null }),
    control: {
      swap: (command, onProgress) => engine.swap(command, onProgress),
      resolve: (intent, verdict) => engine.resolve(intent, verdict),
      rotateKey: () => world.gateway.resetKey(),
    },
  };
  return serveControl(controlAddress(loaded.path(loaded.config.data)), async (request, tell) => {
    log.debug(`Request through the control socket: ${request.do}`);
    const answered = toJson(await answer(desk, request, tell));
    return secrets.scrubValue(answered) as JsonValue;
  });
}
