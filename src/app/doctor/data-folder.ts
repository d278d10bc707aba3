import { statfsSync, statSync } from "node:fs";
import {
  ensureFolder,
  journalHolder,
  JournalOlderError,
  journalWrittenAt,
  openJournalReader,
  tryJournal,
  tryToWrite,
} from "../../journal/index.js";
import { fileSize } from "../../core/format.js";
import { controlAddress } from "../control/address.js";
import { findBot } from "../control/client.js";
import { ok, warn, type Finding } from "./check.js";

/** About what the first start writes, bytes. */
const A_START = 512 * 1024;
/**
 * What a week takes, bytes: 37 MB of three strategies that decide every minute, their recorded prices, the journal's log.
 */
const A_WEEK = 100e6;

/** What Linux calls the file systems that may be another machine's, by the number that each has in its `statfs`. */
const SHARED: ReadonlyMap<number, string> = new Map([
  [0x6969, "NFS"],
  [0x517b, "SMB"],
  [0xff534d42, "SMB"],
  [0xfe534d42, "SMB"],
  [0x01021997, "9p, used for Windows drives in WSL"],
  [0x65735546, "FUSE, used in containers for folders of macOS or Windows"],
]);

/**
 * Whether the data folder is on a disk of this machine, can be written, and has room for a week. It is made where it is
 * missing. Throws JournalError.
 */
export function checkDataFolder(data: string): Finding {
  const check = "data folder";
  ensureFolder(data);
  tryToWrite(data, A_START);
  if (process.platform !== "win32" && (statSync(data).mode & 0o077) !== 0)
    return warn(check, `other users of this machine can read ${data}`, `Restrict it: chmod 700 ${data}`);
  const { type, bavail, bsize, blocks } = statfsSync(data);
  const shared = SHARED.get(type);
  if (shared !== undefined)
    return warn(
      check,
      `${data} is on a file system that may be shared with another machine (${shared})`,
      "Use a folder on a local disk (`data:`), or a named volume in a container. On shared file systems SQLite's locks may fail, and two bots could trade on one journal.",
    );
  const free = bavail * bsize;
  // A file system that cannot count says that it has no blocks.
  if (free >= A_WEEK || blocks === 0) return ok(check, data);
  const text = `${data} has ${fileSize(free)} left`;
  return warn(
    check,
    text,
    `A week needs up to ${A_WEEK / 1e6} MB. Free space on the disk, or set another folder (\`data:\`).`,
  );
}

/** Whether a bot could take the journal now, or one runs already. An older one stays as it is. Throws JournalError. */
export async function checkJournal(data: string): Promise<Finding> {
  const check = "journal";
  if ((await findBot(controlAddress(data))) !== null) return ok(check, "in use by the running bot");
  if (journalWrittenAt(data) === null) return ok(check, "does not exist yet; the first start creates it");
  if (journalHolder(data) === null && isOlder(data))
    return warn(
      check,
      "was written by an earlier version of Contender and is not in use",
      "The next start upgrades it, and the earlier version can then no longer open it. Copy the data folder first.",
    );
  tryJournal(data);
  return ok(check, "can be opened and is not in use");
}

/** Whether who opens it to write changes it for good. What else is wrong with it is told where it is opened so. */
function isOlder(data: string): boolean {
  try {
    openJournalReader(data).close();
  } catch (error) {
    return error instanceof JournalOlderError;
  }
  return false;
}
