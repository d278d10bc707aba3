import type { SwapProgress } from "../../engine/control.js";
import type { RequestKind, RequestOf } from "../control/requests.js";
import { toJson } from "../json.js";
import type { Answers } from "./answers.js";
import * as changes from "./changes.js";
import type { RequestPorts } from "./ports.js";
import * as reads from "./reads.js";

type Operations = {
  readonly [Kind in RequestKind]: (
    ports: RequestPorts,
    request: RequestOf<Kind>,
    onProgress?: OnProgress,
  ) => Promise<Answers[Kind]>;
};

/** Told how far a swap is; nothing else says so. */
export type OnProgress = (progress: SwapProgress) => void;

const OPERATIONS: Operations = {
  status: reads.status,
  health: reads.health,
  balances: reads.balances,
  trades: reads.trades,
  leaderboard: reads.leaderboard,
  read: async ({ venue }, { read }) => toJson(await venue[read]()),
  price: reads.price,
  token: reads.token,
  quote: reads.quote,
  swap: changes.swap,
  profile: async ({ venue }) => venue.profile(),
  "set-profile": changes.setProfile,
  "rotate-key": changes.rotateKey,
  resolve: changes.resolve,
};

/** Answers a request. Throws UsageError, UnknownTokenError, and whatever reading or trading may. */
export function answer<Kind extends RequestKind>(
  ports: RequestPorts,
  request: RequestOf<Kind>,
  onProgress?: OnProgress,
): Promise<Answers[Kind]> {
  const operation = OPERATIONS[request.do];
  return operation(ports, request, onProgress);
}
