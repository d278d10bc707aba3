import type { MaybePromise } from "../core/maybe.js";
import type { OperationId } from "../contract/index.js";
import type { Exchange } from "../venue/index.js";
import { Admission } from "./admission.js";
import { Answers } from "./answers.js";
import type { ApiKeys } from "./api-keys.js";
import { accountHandlers } from "./handlers/account.js";
import { competitionHandlers } from "./handlers/competition.js";
import { healthHandlers } from "./handlers/health.js";
import { priceHandlers } from "./handlers/price.js";
import { tradeHandlers } from "./handlers/trade.js";
import type { Call, Handlers } from "./handlers.js";
import { rateLimitsOf, type SandboxOptions } from "./options.js";
import { RateWindows } from "./rate-windows.js";

/** What health, and the document of the interface, say that it is. */
const VERSION = "contender-sandbox";

/** The service without its transport: who may ask, and what is answered. */
export interface Service {
  readonly admission: Admission;
  /** The JSON text that answers an admitted request. Throws ServiceRefusal, or the exchange's Refusal. */
  answer<Id extends OperationId>(id: Id, call: Call<Id>): MaybePromise<string>;
  readonly version: string;
}

/** Puts the service of an exchange together. */
export function createService(
  exchange: Exchange,
  keys: ApiKeys,
  options: Omit<SandboxOptions, "market" | "registry">,
): Service {
  const { clock, restrictedLeaderboard = false, closeAfterEnd = false } = options;
  const rateLimits = rateLimitsOf(options);
  const answers = new Answers();
  const handlers: Handlers = {
    ...accountHandlers(exchange, keys, answers),
    ...competitionHandlers(exchange, answers, { restrictedLeaderboard, rateLimits }),
    ...tradeHandlers(exchange, answers),
    ...priceHandlers(exchange, clock, options.priceChainCase === "lower"),
    ...healthHandlers(clock, answers, VERSION),
  };
  return {
    admission: new Admission({ clock, exchange, keys, windows: new RateWindows(clock, rateLimits), closeAfterEnd }),
    answer: (id, call) => handlers[id](call),
    version: VERSION,
  };
}
