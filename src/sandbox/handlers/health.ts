import type { Clock } from "../../core/time/clock.js";
import type { Answer } from "../../contract/index.js";
import type { Answers } from "../answers.js";
import type { Handlers } from "../handlers.js";

/** Service-interface 4.6. Everything runs in one process: whoever answers is well. */
export function healthHandlers(
  clock: Clock,
  answers: Answers,
  version: string,
): Handlers<"getHealth" | "getDetailedHealth"> {
  const startedAt = clock.now();
  const health = (): Answer<"getHealth"> => {
    const now = clock.now();
    return { status: "ok", timestamp: now, uptime: (now - startedAt) / 1000, version };
  };
  const services = {
    priceTracker: "ok",
    balanceManager: "ok",
    tradeSimulator: "ok",
    competitionManager: "ok",
    teamManager: "ok",
  };
  return {
    getHealth: () => answers.fresh("getHealth", health()),
    getDetailedHealth: () => answers.fresh("getDetailedHealth", { ...health(), services }),
  };
}
