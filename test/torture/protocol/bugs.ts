import type { IntentStep } from "../../../src/model/journal.js";
import type { ExecuteRequest, ExecuteResult, Trade } from "../../../src/model/trade.js";
import type { Bug } from "./world.js";

const notMade = (text: string): ExecuteResult => ({ kind: "rejected", code: "NOT_SENT", text });

/** Sends on where another competition has taken a trade: in its eyes each fill is one of the competition that it is in. */
export const IN_ANY_COMPETITION: Bug = {
  venue(venue) {
    let joined: string | null = null;
    return {
      ...venue,
      async status(options) {
        const status = await venue.status(options);
        joined = status.competition?.id ?? joined;
        return status;
      },
      async execute(request, options) {
        const result = await venue.execute(request, options);
        if (result.kind !== "filled" || joined === null) return result;
        return { ...result, trade: { ...result.trade, competitionId: joined } };
      },
    };
  },
};

/** Bots that were built wrongly, each in one way: a judge that lets one of them pass is worth nothing. */
export const BUGS: Readonly<Record<string, Bug>> = {
  /** What every retry wrapper does. */
  "resends where no answer came": {
    venue: (venue) => ({
      ...venue,
      async execute(request, options) {
        const result = await venue.execute(request, options);
        return result.kind === "unknown" ? venue.execute(request) : result;
      },
    }),
  },

  "trusts in one empty list": {
    venue: (venue) => ({
      ...venue,
      async execute(request, options) {
        const result = await venue.execute(request, options);
        if (result.kind !== "unknown") return result;
        try {
          const made = (await venue.trades({ purpose: "trade" })).find(({ reason }) => reason === request.reason);
          return made === undefined ? notMade("it is not in the list") : { kind: "filled", trade: made };
        } catch {
          return result;
        }
      },
    }),
  },

  "takes any trade of the same tokens for its own": {
    venue(venue) {
      let lost: ExecuteRequest | null = null;
      const seen = new Set<string>();
      const asOurs = (list: readonly Trade[]): readonly Trade[] => {
        const found = list.find(({ id, from, to }) => from === lost?.from && to === lost.to && !seen.has(id));
        for (const { id } of list) seen.add(id);
        if (lost === null || found === undefined) return list;
        const { amount: fromAmount, reason } = lost;
        return list.map((trade) => (trade === found ? { ...trade, fromAmount, reason } : trade));
      };
      return {
        ...venue,
        async execute(request, options) {
          const result = await venue.execute(request, options);
          if (result.kind === "filled") seen.add(result.trade.id);
          if (result.kind === "unknown") lost = request;
          return result;
        },
        trades: async (options) => asOurs(await venue.trades(options)),
      };
    },
  },

  "concludes absence too early": { execution: { settleMs: 6_000 } },

  "writes SENT down after the request": {
    journal(journal) {
      let late: IntentStep | null = null;
      return {
        ...journal,
        step(step) {
          if (late !== null) journal.step(late);
          late = step.to === "SENT" ? step : null;
          if (late === null) journal.step(step);
        },
      };
    },
  },

  "forgets at a restart what was on its way": {
    recover: (recovered) => ({ ...recovered, open: recovered.open.filter(({ state }) => state !== "SENT") }),
  },

  "takes a server's error for a refusal": {
    venue: (venue) => ({
      ...venue,
      async execute(request, options) {
        const result = await venue.execute(request, options);
        return result.kind === "unknown" && "status" in result.error ? notMade(result.error.message) : result;
      },
    }),
  },

  "enters a fill twice": {
    journal: (journal) => ({
      ...journal,
      step: (step) =>
        journal.step(step.entries === undefined ? step : { ...step, entries: [...step.entries, ...step.entries] }),
    }),
  },
};
