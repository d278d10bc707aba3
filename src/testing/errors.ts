import { toldIssues, type ArgumentIssue } from "../core/arguments.js";
import { ContenderError } from "../core/errors.js";

/** One thing that is wrong with what a test made up: `["prices", "WETH.eth"]`. */
export type FactIssue = ArgumentIssue;

/** What a test of a strategy made up can never be so: a price below 0, bars out of order, an option that there is not. */
export class TestFactsError extends ContenderError {
  readonly code = "TEST_FACTS";

  /** @param what they are of, such as "the facts" */
  constructor(
    what: string,
    readonly issues: readonly FactIssue[],
  ) {
    super(`Wrong in ${what}: ${toldIssues(issues)}`, {
      remedy: "Make up what can happen live.",
    });
  }
}
