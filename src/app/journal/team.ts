import type { TeamRefusal } from "../../engine/ports.js";
import { journalFiles, mayUse, type JournalOwner, type SqliteJournal, type TeamId } from "../../journal/index.js";

/**
 * Takes the journal for the team of the key. What it holds of another team would be read as this one's: books, trades
 * and what is open. Gives why that is refused; null where the journal is the team's now.
 *
 * @param data the journal's folder
 */
export function refuseTeam(journal: SqliteJournal, data: string, team: TeamId): TeamRefusal | null {
  const owners = journal.takeFor(team);
  return owners.length === 0 ? null : refusalOf(owners, data, team);
}

/** The same for a journal that is only read. */
export function refusalFor(owners: readonly JournalOwner[], data: string, team: TeamId): TeamRefusal | null {
  return mayUse(owners, team.id) ? null : refusalOf(owners, data, team);
}

function refusalOf(owners: readonly JournalOwner[], data: string, team: TeamId): TeamRefusal {
  const whose = owners.map(({ id, name }) => (name === null ? `team ${id}` : `team ${name} (${id})`)).join(", ");
  return {
    reason: `The journal ${journalFiles(data).db} belongs to ${whose}, and the API key to team ${team.name} (${team.id})`,
    remedy: "Give this team its own data folder (`data:` in its config), or use the key of the journal's team.",
  };
}
