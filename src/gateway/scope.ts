import { readScope } from "../model/read-scope.js";
import { readsBy, type AsyncReads, type ReadScope } from "../model/venue.js";
import { checkCallOptions } from "./pipeline.js";
import { checkSwap } from "./reads.js";

/** A read scope that answers with promises, checks what it is asked, and sends nothing for a caller that has aborted. */
export function createScope(reads: AsyncReads, epoch: () => number): ReadScope {
  const scope = readScope(reads, epoch);
  const checked = readsBy(async (_name, read, subject, options) => {
    if (options !== undefined) checkCallOptions(options);
    if (options?.signal?.aborted) throw options.signal.reason;
    return read(subject, options);
  }, scope);
  return {
    ...checked,
    async quote(request, options) {
      checkSwap(request);
      return checked.quote(request, options);
    },
    close: () => scope.close(),
  };
}
