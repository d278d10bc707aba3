import { SECOND } from "../../core/time/duration.js";
import { printRules } from "../../contract/index.js";
import type { RateLimit } from "../../model/rules.js";
import { EVM_SEARCH_ORDER, type CompetitionSettings, type Exchange } from "../../venue/index.js";
import type { Answers } from "../answers.js";
import type { Handlers } from "../handlers.js";
import { refuse } from "../service-refusal.js";
import { wireCompetition } from "../wire.js";

type CompetitionOperation = "getLeaderboard" | "getStatus" | "getRules" | "getUpcoming";

interface CompetitionHandlerSettings {
  /** Whether leaderboards are for administrators only. */
  readonly restrictedLeaderboard: boolean;
  /** What the rules print. */
  readonly rateLimits: readonly RateLimit[];
}

/** Service-interface 4.2. */
export function competitionHandlers(
  exchange: Exchange,
  answers: Answers,
  settings: CompetitionHandlerSettings,
): Handlers<CompetitionOperation> {
  return {
    getLeaderboard({ teamId, query }) {
      if (settings.restrictedLeaderboard) throw refuse("LEADERBOARD_RESTRICTED");
      const board = exchange.leaderboard(teamId, query.competitionId || undefined);
      return answers.kept(board, () =>
        answers.fresh("getLeaderboard", {
          success: true,
          competition: wireCompetition(board.competition),
          leaderboard: board.standings.map((standing, i) => ({ ...standing, rank: standing.rank ?? i + 1 })),
          inactiveTeams: [...board.inactive],
          hasInactiveTeams: board.inactive.length > 0,
        }),
      );
    },
    getStatus({ teamId }) {
      const { active, competition, participating, message } = exchange.status(teamId);
      const shown = competition === null ? null : wireCompetition(competition);
      return answers.fresh("getStatus", { success: true, active, competition: shown, participating, message });
    },
    getRules({ teamId }) {
      const rules = exchange.rules(teamId);
      return answers.kept(rules, () =>
        answers.fresh("getRules", { success: true, rules: ruleTexts(rules, settings.rateLimits) }),
      );
    },
    getUpcoming: () =>
      answers.fresh("getUpcoming", {
        success: true,
        competitions: exchange.upcoming().map((competition) => ({
          ...wireCompetition(competition),
          allowCrossChainTrading: competition.settings.allowCrossChain,
        })),
      }),
  };
}

/** The rules as texts. Parts of seconds have no words: such limits are not printed, and such an interval is rounded up. */
export function ruleTexts(rules: CompetitionSettings, rateLimits: readonly RateLimit[]): ReturnType<typeof printRules> {
  return printRules({
    maxTradeShare: rules.maxTradeShare,
    minTradeAmount: rules.minTradeAmount,
    crossChain: rules.allowCrossChain,
    minTradesPerDay: rules.minTradesPerDay,
    startBalances: Object.entries(rules.startBalances)
      .map(([token, amount]) => `${amount} ${token.replace(/\.(?=[^.]*$)/, " on ")}`)
      .join(", "),
    slippage: rules.slippage,
    rateLimits: rateLimits.filter(({ windowMs }) => windowMs % SECOND === 0),
    snapshotIntervalMs: Math.ceil(rules.snapshotIntervalMs / SECOND) * SECOND,
    chains: [...EVM_SEARCH_ORDER, "svm"],
  });
}
