import { z } from "zod";
import { competitionState, identifier, quantity, specificChain, success, text, timestamp } from "../fields.js";
import { venueRead, type Operation } from "../operation.js";
import { READ_ERRORS } from "../service-errors.js";
import { expected, named, nullable } from "../tolerant.js";

/** Service-interface 2.6: the shape of leaderboard and status. To a team outside it, deployments send the first fields only. */
const competition = named(
  "Competition",
  z.object({
    id: identifier,
    name: text,
    description: nullable(text),
    startDate: nullable(timestamp).describe("null until it starts"),
    endDate: nullable(timestamp).describe("usually null until a person ends it"),
    status: competitionState,
    createdAt: expected(timestamp),
    updatedAt: expected(timestamp),
  }),
);

/** Service-interface 2.7: without dates. */
const upcomingCompetition = named(
  "UpcomingCompetition",
  z.object({
    id: identifier,
    name: text,
    description: nullable(text),
    status: competitionState,
    allowCrossChainTrading: expected(z.boolean()),
    createdAt: expected(timestamp),
    updatedAt: expected(timestamp),
  }),
);

/** Service-interface 2.8, of `inactiveTeams`: without a rank. */
const inactiveTeam = named(
  "InactiveTeam",
  z.object({
    teamId: identifier,
    teamName: text,
    portfolioValue: quantity.describe("USD, from the last snapshot"),
    active: z.boolean(),
    deactivationReason: nullable(text),
  }),
);

/** Service-interface 2.8, of `leaderboard`. */
const leaderboardEntry = named(
  "LeaderboardEntry",
  z.object({ rank: z.int().min(1).describe("1 is the best"), ...inactiveTeam.shape }),
);

/** Service-interface 2.10. The texts are read by `parseRules`. */
const competitionRules = named(
  "CompetitionRules",
  z.object({
    tradingRules: z.array(text),
    rateLimits: z.array(text),
    availableChains: z.object({ svm: z.boolean(), evm: z.array(specificChain).describe("specific chains") }),
    slippageFormula: text,
    portfolioSnapshots: z.object({ interval: text.describe("such as `2 minutes`") }),
  }),
);

/** Service-interface 4.2. */
export const competitionOperations = {
  getLeaderboard: {
    id: "getLeaderboard",
    method: "GET",
    path: "/api/competition/leaderboard",
    auth: true,
    summary: "The standings of a competition: active teams by value, highest first, and inactive ones without a rank.",
    section: "4.2",
    ...venueRead("leaderboard"),
    query: z.object({
      competitionId: z.string().optional().describe("competition identifier; when omitted the active competition"),
    }),
    answer: z.object({
      success,
      competition,
      leaderboard: z.array(leaderboardEntry),
      inactiveTeams: z.array(inactiveTeam),
      hasInactiveTeams: z.boolean(),
    }),
    errors: [
      ...READ_ERRORS,
      "MALFORMED",
      "LEADERBOARD_RESTRICTED",
      "NO_COMPETITION_NAMED",
      "COMPETITION_NOT_FOUND",
      "NOT_PARTICIPATING",
    ],
  },
  getStatus: {
    id: "getStatus",
    method: "GET",
    path: "/api/competition/status",
    auth: true,
    summary: "Whether a competition is active, which one, and whether the team takes part in it.",
    section: "4.2",
    ...venueRead("status"),
    answer: z.object({
      success,
      active: z.boolean(),
      competition: nullable(competition).describe("null where none is active"),
      message: expected(text).describe("for people"),
      participating: expected(z.boolean()),
    }),
    errors: READ_ERRORS,
  },
  getRules: {
    id: "getRules",
    method: "GET",
    path: "/api/competition/rules",
    auth: true,
    summary: "The rules, rate limits and other configuration of the active competition, as texts.",
    section: "4.2",
    ...venueRead("rules"),
    answer: z.object({ success, rules: competitionRules }),
    errors: [...READ_ERRORS, "NO_RULES", "NOT_PARTICIPATING"],
  },
  getUpcoming: {
    id: "getUpcoming",
    method: "GET",
    path: "/api/competition/upcoming",
    auth: true,
    summary: "Every competition that has not started yet.",
    section: "4.2",
    ...venueRead("upcoming"),
    answer: z.object({ success, competitions: z.array(upcomingCompetition) }),
    errors: READ_ERRORS,
  },
} as const satisfies Readonly<Record<string, Operation>>;
