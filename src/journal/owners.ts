import type { Database } from "./database.js";

/** A team, as the service knows it. */
export interface TeamId {
  readonly id: string;
  readonly name: string;
}

/** A team that a journal belongs to; its name is null where only its trades tell. */
export type JournalOwner = Pick<TeamId, "id"> & { readonly name: string | null };

const OF_TRADES = `
  SELECT DISTINCT trades.team AS id FROM trades LEFT JOIN runs ON runs.number = trades.run
  WHERE coalesce(runs.rehearsal, 0) = 0 ORDER BY id`;

/**
 * The teams that a journal belongs to: the one that it was taken for, or, in a journal that was written before that was
 * kept, those of its trades. Dry runs and embedded sandboxes do not count, since their team ends with them. Empty: any
 * team may take it.
 */
export function ownersIn(db: Database): JournalOwner[] {
  const kept = db.statement("SELECT team, team_name FROM journal WHERE team IS NOT NULL").get();
  if (kept !== undefined) return [{ id: kept.text("team"), name: kept.textOrNull("team_name") }];
  return db
    .statement(OF_TRADES)
    .all({})
    .map((row) => ({ id: row.text("id"), name: null }));
}

/** Whether a journal with these owners may be used for a team. */
export function mayUse(owners: readonly JournalOwner[], team: string): boolean {
  return owners.length === 0 || owners.some(({ id }) => id === team);
}
