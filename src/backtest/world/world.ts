import type { Clock } from "../../core/clock.js";
import type { RateLimit } from "../../model/rules.js";
import type { TokenRegistry } from "../../model/token-registry.js";
import type { TokenName } from "../../model/token.js";
import type { Venue } from "../../model/venue.js";
import type { Tape } from "../../tape/tape.js";
import {
  Exchange,
  houseTeams,
  marketPrices,
  simulatedVenue,
  type CompetitionSettings,
  type MarketPrices,
  type Team,
  type VenueCompetition,
} from "../../venue/index.js";
import { RateBudget } from "./budget.js";
import { delayedExecution } from "./latency.js";
import type { Range } from "../plan/range.js";
import { recordedSlippage } from "./recorded-slippage.js";
import { tapePrices } from "./tape-prices.js";
import type { UsedTokens } from "../plan/tokens.js";
import { countedVenue } from "./counted-venue.js";

/** What a simulated competition is made of. */
interface WorldPlan {
  readonly clock: Clock;
  readonly tape: Tape;
  readonly tokens: UsedTokens;
  readonly registry: TokenRegistry;
  readonly range: Range;
  readonly seed: string;
  readonly competition: Partial<CompetitionSettings>;
  readonly competitionName: string;
  readonly team: string;
  readonly houseTeams: boolean;
  /** What house teams may buy. */
  readonly houseTokens: readonly TokenName[];
  readonly latency: number;
  readonly limits: readonly RateLimit[];
}

/** A competition on a tape, begun at the clock's now. */
export interface BacktestWorld {
  readonly exchange: Exchange;
  readonly venue: Venue;
  readonly prices: MarketPrices;
  readonly competition: VenueCompetition;
  readonly teamId: string;
  readonly house: readonly Team[];
  readonly budget: RateBudget;
  close(): void;
}

/** Builds exchange, teams and competition, as the sandbox does, and starts it. Everything answers at once. */
export function openBacktestWorld(plan: WorldPlan): BacktestWorld {
  const { clock, tape, tokens, registry, range, seed, latency, limits } = plan;
  const prices = tapePrices(tape, tokens.pegged);
  const recorded = recordedSlippage(tape);
  const exchange = new Exchange({
    clock,
    registry,
    prices: marketPrices(prices, clock),
    seed,
    defaults: plan.competition,
    ...(recorded === null ? {} : { recordedSlippage: recorded }),
  });
  const team = exchange.addTeam({ name: plan.team });
  const house = plan.houseTeams ? houseTeams(exchange, { seed, tokens: plan.houseTokens }) : null;
  const { id } = exchange.createCompetition({
    name: plan.competitionName,
    description: `A backtest on the ${tape.label}`,
    teams: [team.id, ...(house?.teams ?? []).map((one) => one.id)],
    durationMs: range.to - range.from,
  });
  // Synchronous, as the prices are.
  void exchange.start(id);
  const budget = new RateBudget(clock, limits);
  const simulated = simulatedVenue(exchange, team.id, registry);
  const execute = delayedExecution(simulated, clock, latency);
  return {
    exchange,
    venue: countedVenue({ venue: simulated, budget, limits, execute }),
    prices,
    competition: exchange.competition(id),
    teamId: team.id,
    house: house?.teams ?? [],
    budget,
    close() {
      house?.close();
      exchange.close();
    },
  };
}
