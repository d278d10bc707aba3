import type { Gateway } from "../../gateway/gateway.js";
import { journalWrittenAt, openJournalReader, type JournalOwner } from "../../journal/index.js";
import { JournalError } from "../../model/journal-error.js";
import { refusalFor } from "../journal/team.js";
import { fail, findingOf, ok, type Finding } from "./check.js";

/** Whether the journal of a data folder belongs to the team of the key; no finding where it belongs to no team yet. */
export async function checkTeam(data: string, gateway: Pick<Gateway, "profile">): Promise<Finding[]> {
  const check = "team";
  const owners = ownersOf(data);
  if (owners.length === 0) return [];
  const finding = await findingOf(check, async () => {
    const team = await gateway.profile();
    const refusal = refusalFor(owners, data, team);
    if (refusal === null) return ok(check, `${team.name}, the owner of the journal`);
    return fail(check, refusal.reason, refusal.remedy, "JOURNAL_TEAM");
  });
  return [finding];
}

/** What keeps a journal from being read is the finding of another check. */
function ownersOf(data: string): readonly JournalOwner[] {
  try {
    if (journalWrittenAt(data) === null) return [];
    const reader = openJournalReader(data);
    try {
      return reader.owners();
    } finally {
      reader.close();
    }
  } catch (error) {
    if (error instanceof JournalError) return [];
    throw error;
  }
}
