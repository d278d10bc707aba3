import { compactTape } from "../../tape/index.js";
import type { Progress } from "../progress.js";
import { tapeInfo, type TapeInfo } from "./info.js";

/** Compacts a tape. Throws a TapeError: TAPE_HELD where something records into it. */
export async function compact(folder: string, progress: Progress): Promise<TapeInfo> {
  const of = 1_000;
  progress.start(of, "compacting");
  try {
    await compactTape(folder, { onTrack: (done, all) => progress.to((of * done) / all) });
  } finally {
    progress.end();
  }
  return tapeInfo(folder);
}
