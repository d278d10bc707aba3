import { iso } from "../../../core/time/utc.js";
import { PRINTED_FORMULA } from "../../../contract/index.js";
import type { Standing } from "../../../model/competition.js";
import type { RateLimit } from "../../../model/rules.js";
import { Refusal, type Exchange } from "../../../venue/index.js";
import type { Answers } from "../../answers.js";
import { ruleTexts } from "../../handlers/competition.js";
import { refuse } from "../../service-refusal.js";
import { internalError } from "./errors.js";
import type { DeployedHandlers } from "./handlers.js";
import { fieldsOf } from "./sent.js";
import { deployedCompetition } from "./wire.js";

type CompetitionOperation = "getLeaderboard" | "getStatus" | "getRules" | "getUpcoming";

interface CompetitionHandlerSettings {
  /** Whether leaderboards are for administrators only. */
  readonly restrictedLeaderboard: boolean;
  /** What the rules print. */
  readonly rateLimits: readonly RateLimit[];
}

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

export function competitionHandlers(
  exchange: Exchange,
  answers: Answers,
  settings: CompetitionHandlerSettings,
): DeployedHandlers<CompetitionOperation> {
  return {
    getLeaderboard({ teamId, query }) {
      if (settings.restrictedLeaderboard) throw refuse("LEADERBOARD_RESTRICTED");
      const board = exchange.leaderboard(teamId, idOf(fieldsOf(query).get("competitionId")));
      // Teams join a competition when it starts.
      if (board.competition.state === "pending") throw new Refusal("NOT_PARTICIPATING");
      return answers.kept(board, () =>
        JSON.stringify({
          success: true,
          competition: deployedCompetition(board.competition),
          leaderboard: board.standings,
          inactiveTeams: board.inactive.map(withoutRank),
          hasInactiveTeams: board.inactive.length > 0,
        }),
      );
    },
    getStatus: ({ teamId }) => JSON.stringify({ success: true, ...statusOf(exchange, teamId) }),
    getRules({ teamId }) {
      const rules = exchange.rules(teamId);
      // The service prints one formula, whatever it charges.
      return answers.kept(rules, () => {
        const texts = { ...ruleTexts(rules, settings.rateLimits), slippageFormula: PRINTED_FORMULA };
        return JSON.stringify({ success: true, rules: texts });
      });
    },
    getUpcoming: () => JSON.stringify({ success: true, competitions: exchange.upcoming().map(deployedCompetition) }),
  };
}

function withoutRank({ teamId, teamName, portfolioValue, active, deactivationReason }: Standing): object {
  return { teamId, teamName, portfolioValue, active, deactivationReason };
}

/** A competition's id; undefined where none is given. Throws where the database does not take it. */
function idOf(sent: unknown): string | undefined {
  if (sent === undefined || sent === "") return undefined;
  if (typeof sent !== "string" || !UUID.test(sent)) throw internalError();
  return sent;
}

/** To a team outside the active competition it says less of it; where it does not take part, nothing says so but a message. */
function statusOf(exchange: Exchange, teamId: string): object {
  const { competition, participating, message } = exchange.status(teamId);
  if (competition === null) return { active: false, competition: null, message };
  if (participating) return { active: true, competition: deployedCompetition(competition), participating };
  const { id, name, state, startAt } = competition;
  const short = { id, name, status: state.toUpperCase(), startDate: startAt === null ? null : iso(startAt) };
  return { active: true, competition: short, message };
}
