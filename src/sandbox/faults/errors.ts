import { ContenderError } from "../../core/errors.js";
import { pathText, type Path } from "../../core/path.js";
import { printable } from "../../core/printable.js";

/** One thing that is wrong in a plan of faults. */
export interface FaultPlanProblem {
  /** Where: `faults[2].rate` is `["faults", 2, "rate"]`. */
  readonly path: Path;
  readonly text: string;
  /** What to write instead; "" where the text says it. */
  readonly hint: string;
}

/** A plan of faults that cannot be used: every problem in it, each with its place. */
export class FaultPlanError extends ContenderError {
  readonly code = "FAULT_PLAN";

  /** @param placeOf where a problem is, for people; default: its path */
  constructor(
    readonly problems: readonly FaultPlanProblem[],
    placeOf: (problem: FaultPlanProblem) => string = ({ path }) => pathText(path) || "the plan",
  ) {
    // What they quote may come from elsewhere: it begins no line of its own.
    const lines = problems.map((problem) =>
      printable(`${placeOf(problem)}: ${problem.text}. ${problem.hint}`.trimEnd()),
    );
    super(lines.join("\n"), {
      remedy:
        "docs/reference/faults.md lists the kinds of faults with their fields; config/faults.yaml is an example, both in the folder of Contender.",
    });
  }
}

/** A fault of the sandbox's plan took the answer of a request away that was made in process: what a broken connection is over HTTP. */
export class ConnectionLostError extends ContenderError {
  readonly code = "SANDBOX_CONNECTION_LOST";

  constructor(
    /** What it was lost by, as Node's network errors name it. */
    readonly errno: "ECONNRESET" | "ECONNREFUSED",
    request: { readonly method: string; readonly path: string },
  ) {
    super(`The connection was lost (${errno}) during ${request.method} ${request.path.split("?")[0]}`, {
      remedy: "The sandbox's plan of faults asks for it: whether the request was served is not known.",
    });
  }
}
