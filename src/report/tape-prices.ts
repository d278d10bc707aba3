import type { TokenName } from "../model/token.js";
import { alignedTape } from "../tape/aligned-tape.js";
import type { Tape } from "../tape/tape.js";
import type { ReportPrices, ReportSeries } from "./input.js";

/** The prices of a tape as its run had them: each reading at the instant for which it was made. */
export function tapePrices(tape: Tape, isCash: ReportPrices["isCash"]): ReportPrices {
  const aligned = alignedTape(tape);
  const tokens = aligned.tracks.map(({ token }) => token.name).sort();
  const known = new Map<TokenName, ReportSeries | null>();
  return {
    tokens,
    isCash,
    series(token) {
      const found = known.get(token);
      if (found !== undefined) return found;
      const read = tokens.includes(token) ? aligned.prices(token) : null;
      known.set(token, read);
      return read;
    },
  };
}
