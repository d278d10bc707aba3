import type { FaultPlan } from "../../../src/sandbox/index.js";

/** Each of ten kinds at a tenth of a percent: about one request in a hundred meets a fault. */
const RATE = 0.001;

/**
 * What happens on a good network in a week. Nothing here lasts longer than the client waits: it waits by the machine's
 * clock, and a compressed week would be over meanwhile.
 */
export function mildFaults(seed: string): FaultPlan {
  return {
    seed,
    faults: [
      { kind: "lost-request", rate: RATE, how: "reset" },
      { kind: "lost-answer", rate: RATE, how: "reset" },
      { kind: "reset", rate: RATE },
      { kind: "error-before", rate: RATE },
      { kind: "error-after", rate: RATE },
      { kind: "late-answer", rate: RATE, by: ["10s", "60s"] },
      { kind: "garbled", rate: RATE },
      { kind: "rate-limited", rate: RATE },
      { kind: "slow-answer", rate: RATE, over: "30s" },
      // Reading the list of trades is rare, and a trade that is not found at once matters most.
      { kind: "lagging-trades", rate: 0.1, by: ["1s", "8s"] },
    ],
  };
}
