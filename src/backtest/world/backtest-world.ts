import type { Clock } from "../../core/time/clock.js";
import type { Venue } from "../../model/venue.js";
import {
  Exchange,
  houseTeams,
  marketPrices,
  simulatedVenue,
  type Team,
  type VenueCompetition,
} from "../../venue/index.js";
import { RateBudget } from "./budget.js";
import { DelayedExecutions } from "./latency.js";
import type { BacktestPlan } from "../plan/plan.js";
import { recordedSlippage } from "./recorded-slippage.js";
import { tapePrices } from "./tape-prices.js";
import { countedVenue } from "./counted-venue.js";

/** A competition on a tape, begun at the clock's now. */
export interface BacktestWorld {
  readonly exchange: Exchange;
  readonly venue: Venue;
  readonly competition: VenueCompetition;
  readonly teamId: string;
  readonly house: readonly Team[];
  readonly budget: RateBudget;
  readonly executions: DelayedExecutions;
  close(): void;
}

/** Builds exchange, teams and competition, as the sandbox does, and starts it. Everything answers at once. */
export function openBacktestWorld(plan: BacktestPlan, clock: Clock): BacktestWorld {
  const { tape, tokens, registry, range, seed, latency, limits } = plan;
  const exchange = new Exchange({
    clock,
    registry,
    prices: marketPrices(tapePrices(tape, tokens.pegged), clock),
    seed,
    defaults: plan.competition,
    recordedSlippage: recordedSlippage(tape, tokens.pegged) ?? undefined,
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
  const executions = new DelayedExecutions(simulated, clock, latency);
  return {
    exchange,
    venue: countedVenue({ venue: simulated, budget, limits, execute: executions.execute }),
    competition: exchange.competition(id),
    teamId: team.id,
    house: house?.teams ?? [],
    budget,
    executions,
    close() {
      house?.close();
      exchange.close();
    },
  };
}
