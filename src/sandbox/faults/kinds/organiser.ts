import { z } from "zod";
import type { Exchange } from "../../../venue/index.js";
import { bearerOf } from "../../api-keys.js";
import type { Effect, FaultRequest } from "../effect.js";
import { anyOf, duration, picked, targets } from "../fields.js";
import { defineKind } from "../kind.js";
import type { FaultWorld } from "../world.js";

/** What the organisers, or other hands with the key, do while a request is on its way. */

const operations = targets("executeTrade");
const when = anyOf("before", "after").describe(
  "`before` the affected request is served, or `after` it and before its answer is sent. Default: random.",
);

export const keyReset = defineKind({
  name: "key-reset",
  summary: "Another client resets the team's key; the old key is invalid at once.",
  fields: { operations, when },
  arm: ({ when }, world) => ({
    meet(request, random) {
      const at = picked(when, random);
      const teamId = teamOf(request, world);
      return teamId === null ? null : acting(at, () => void world.keys.issue(teamId));
    },
  }),
});

export const deactivation = defineKind({
  name: "deactivation",
  summary: "An organiser deactivates the team: 403 from then on.",
  fields: {
    operations,
    when,
    reason: z.string().min(1).max(500).default("Rule violation").describe("The reason. Default: `Rule violation`."),
  },
  arm: ({ when, reason }, world) => ({
    meet(request, random) {
      const at = picked(when, random);
      const teamId = teamOf(request, world);
      return teamId === null ? null : acting(at, () => world.exchange.deactivateTeam(teamId, reason));
    },
  }),
});

export const competitionEnd = defineKind({
  name: "competition-end",
  summary: "An organiser ends the competition.",
  fields: { operations, when },
  arm: ({ when }, { exchange }) => ({
    meet(_request, random) {
      const at = picked(when, random);
      return exchange.active() === null ? null : acting(at, () => end(exchange));
    },
  }),
});

export const competitionRestart = defineKind({
  name: "competition-restart",
  summary:
    "An organiser ends the competition and starts another one with the same rules and fresh balances, with or without the teams.",
  fields: {
    operations,
    when,
    duration: duration().optional().describe("Length of the new competition. Default: until it is ended."),
    teams: z
      .enum(["all", "none"])
      .default("all")
      .describe("Whether `all` active teams take part in the new one, or `none`. Default: `all`."),
  },
  arm: ({ when, duration, teams }, { exchange }) => ({
    meet(_request, random) {
      const at = picked(when, random);
      return exchange.active() === null ? null : acting(at, () => restart(exchange, duration, teams));
    },
  }),
});

export const serviceRestart = defineKind({
  name: "service-restart",
  summary:
    "The service restarts between two requests. It forgets its request counts and, in the profile `deployed`, the keys of deactivated teams (401).",
  fields: { operations, when },
  arm: ({ when }, { restart }) => ({
    meet: (_request, random) => acting(picked(when, random), restart),
  }),
});

/** The team whose key a request carries; null where the key is no team's. */
function teamOf({ headers = {} }: FaultRequest, { keys }: FaultWorld): string | null {
  const key = bearerOf(headers["authorization"]);
  return key === null ? null : (keys.teamOf(key) ?? null);
}

function acting(when: "before" | "after", act: NonNullable<Effect["before"]>): Effect {
  return when === "before" ? { before: act } : { after: act };
}

async function end(exchange: Exchange): Promise<void> {
  const active = exchange.active();
  if (active !== null) await exchange.end(active.id);
}

async function restart(exchange: Exchange, durationMs: number | undefined, who: "all" | "none"): Promise<void> {
  const before = exchange.active();
  if (before === null) return;
  await exchange.end(before.id);
  const may = who === "none" ? [] : exchange.teams();
  const teams = may.filter(({ deactivation }) => deactivation?.cause !== "disqualified");
  const { id } = exchange.createCompetition({
    name: `${before.name} again`,
    description: before.description ?? undefined,
    settings: before.settings,
    teams: teams.map((team) => team.id),
    durationMs,
  });
  // One that waited for the end may have started in the meantime.
  if (exchange.active() === null) await exchange.start(id);
}
