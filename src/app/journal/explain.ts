import type { Explanation } from "../../journal/index.js";
import { UsageError } from "../errors.js";
import { withReader } from "./read.js";

export type { Explanation };

/** Everything that the journal knows behind one trade. Throws UsageError where it knows no such intent or trade. */
export function explainTrade(id: string, config: string | undefined): Explanation {
  const explanation = withReader(config, (reader) => reader.explain(id));
  if (explanation === null)
    throw new UsageError(`The journal has no intent and no trade "${id}"`, {
      remedy: "`contender journal intents` lists them with their ids.",
    });
  return explanation;
}
