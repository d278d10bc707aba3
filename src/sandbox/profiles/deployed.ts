import { HOUR } from "../../core/time/duration.js";
import { Admission } from "../admission.js";
import { Answers } from "../answers.js";
import { RateWindows } from "../rate-windows.js";
import { VERSION } from "../version.js";
import { accountHandlers } from "./deployed/account.js";
import { competitionHandlers } from "./deployed/competition.js";
import { errorAnswer } from "./deployed/errors.js";
import { DeployedGate } from "./deployed/gate.js";
import type { DeployedHandlers } from "./deployed/handlers.js";
import { deployedHttp } from "./deployed/http.js";
import { priceHandlers } from "./deployed/price.js";
import { spelledTokens } from "./deployed/spelled-tokens.js";
import { tradeHandlers } from "./deployed/trade.js";
import { documentAnswers } from "./document.js";
import type { Profile, Service, ServiceParts } from "./profile.js";

/** The service as it was deployed in May 2025, odd as it is (service notes, "The deployed service"; test/fixtures/recorded). */
export const deployedProfile: Profile = {
  name: "deployed",
  priceCacheMs: HOUR,
  exchange: {
    emptyBeforeStart: true,
    checks: {
      isIdentical: (from, to) => from.address === to.address && from.specificChain === to.specificChain,
      // The request's own words are compared, before the exchange has the order.
      isCrossChain: () => false,
      strictQuotes: false,
    },
  },
  newMetadata: null,
  http: deployedHttp,
  tokens: spelledTokens,
  serve,
  errorAnswer,
};

function serve(parts: ServiceParts): Service {
  const { exchange, keys, clock, rateLimits, options } = parts;
  const { restrictedLeaderboard = false } = options;
  const answers = new Answers();
  const asWritten = documentAnswers(parts);
  const observed: Partial<DeployedHandlers> = {
    ...accountHandlers(exchange, keys, answers),
    ...competitionHandlers(exchange, answers, { restrictedLeaderboard, rateLimits }),
    ...tradeHandlers(exchange, clock),
    ...priceHandlers(exchange, clock),
  };
  const gate = new DeployedGate(exchange);
  const windows = new RateWindows(clock, rateLimits);
  const admission = new Admission({ clock, keys, windows, gate });
  return {
    version: VERSION,
    admit: (operation, authorization) => admission.admit(operation, authorization),
    // What was not observed to differ from the interface is answered as that is written.
    answer: (id, teamId, sent) =>
      observed[id]?.({ teamId, query: sent.query, body: sent.body }) ?? asWritten(id, teamId, sent),
    restart() {
      windows.clear();
      gate.restart();
    },
  };
}
