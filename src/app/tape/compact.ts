import { compactTape } from "../../tape/index.js";
import { startShares, type Progress } from "../process/progress.js";
import { tapeInfo, type TapeInfo } from "./info.js";

/** Compacts a tape. Throws a TapeError: TAPE_HELD where something records into it. */
export async function compact(folder: string, progress: Progress): Promise<TapeInfo> {
  const onTrack = startShares(progress, "compacting");
  try {
    await compactTape(folder, { onTrack });
  } finally {
    progress.end();
  }
  return tapeInfo(folder);
}
