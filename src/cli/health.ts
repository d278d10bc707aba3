import type { Command } from "commander";
import { ask, examples } from "./action.js";
import type { Terminal } from "./terminal.js";

/** `contender health`. It needs no API key. */
export function define(command: Command, terminal: Terminal): void {
  examples(command, { "contender health": "the health of the service and its parts" });
  ask<"health">(
    command,
    terminal,
    () => ({ do: "health" }),
    async (health) => {
      const { facts } = await import("./format/table.js");
      const { timestamp } = await import("../core/format.js");
      const { SECOND, formatLength } = await import("../core/time/duration.js");
      return facts({
        status: health.status,
        version: health.version,
        up: formatLength(health.uptime * SECOND),
        "its time (UTC)": timestamp(health.at),
        ...health.services,
      });
    },
  );
}
