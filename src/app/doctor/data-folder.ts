import { accessSync, constants, existsSync } from "node:fs";
import { join } from "node:path";
import { systemClock } from "../../core/system-clock.js";
import { ensureFolder, openJournal } from "../../journal/index.js";
import { controlAddress } from "../control/address.js";
import { findBot } from "../control/client.js";
import type { Session } from "../session.js";
import { ok, type Finding } from "./check.js";

/** Whether the data folder can be written. It is made where it is missing. Throws JournalError. */
export function checkDataFolder(data: string): Finding {
  ensureFolder(data);
  accessSync(data, constants.R_OK | constants.W_OK | constants.X_OK);
  return ok("data folder", data);
}

/** Whether a bot could take the journal now, or one runs already. Throws JournalError. */
export async function checkJournal({ log, secrets }: Session, data: string): Promise<Finding> {
  const check = "journal";
  if ((await findBot(controlAddress(data))) !== null) return ok(check, "held by the bot that is running");
  if (!existsSync(join(data, "journal.db"))) return ok(check, "there is none yet; the first start makes it");
  openJournal({ dir: data, clock: systemClock, log, secrets }).close();
  return ok(check, "can be opened, and nobody holds it");
}
