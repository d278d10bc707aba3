import type { EngineTasks } from "./tasks.js";
import { endOfDrawdown, endOfOnce } from "./end-messages.js";
import type { End } from "./result.js";
import type { Session } from "./session/session.js";
import type { StatusWatch } from "./competition/status-watch.js";

/**
 * One decision of every strategy, its trades to their end. The drawdown stop has a single sample a run: it goes by what
 * the run before has left as well.
 *
 * @param stop aborted when nothing is to begin any more
 */
export async function decideOnce(
  session: Session,
  tasks: EngineTasks,
  status: StatusWatch,
  stop: AbortSignal,
): Promise<End> {
  await session.equity.checkDrawdown();
  const low = session.risk.drawdown?.state().reason ?? "";
  if (low !== "") return endOfDrawdown(low);
  if (!stop.aborted) await tasks.tickAll(session);
  await session.executor.settled();
  await status.readIfNews();
  return endOfOnce(session);
}
