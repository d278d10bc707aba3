import { openStored } from "../../tape/index.js";
import { startShares, type Progress } from "../process/progress.js";

/** Opens a tape, and shows how far it is in logs that take a while. Throws as `openTape` does. */
export function openShown(folder: string, progress: Progress): ReturnType<typeof openStored> {
  const share = startShares(progress, "reading");
  try {
    return openStored(folder, share);
  } finally {
    progress.end();
  }
}
