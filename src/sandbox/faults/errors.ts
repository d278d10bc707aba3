import { ContenderError } from "../../core/errors.js";
import { pathText, type Path } from "../../core/path.js";
import { printable } from "../../core/printable.js";

/** One problem of a fault plan. */
export interface FaultPlanProblem {
  /** Where: `faults[2].rate` is `["faults", 2, "rate"]`. */
  readonly path: Path;
  readonly text: string;
  /** What to write instead; "" if the text says it. */
  readonly hint: string;
}

/** An invalid fault plan, with every problem and its place. */
export class FaultPlanError extends ContenderError {
  readonly code = "FAULT_PLAN";

  /** @param placeOf describes the place of a problem; default: its path */
  constructor(
    readonly problems: readonly FaultPlanProblem[],
    placeOf: (problem: FaultPlanProblem) => string = ({ path }) => pathText(path) || "the plan",
  ) {
    // Quoted text may contain line feeds; it must not start a line.
    const lines = problems.map((problem) =>
      printable(`${placeOf(problem)}: ${problem.text}. ${problem.hint}`.trimEnd()),
    );
    super(lines.join("\n"), {
      remedy:
        "See docs/reference/faults.md for the kinds of faults and their fields, and config/faults.yaml for an example, both in the folder of Contender.",
    });
  }
}

/** A fault of the plan dropped the answer to an in-process request, like a broken connection over HTTP. */
export class ConnectionLostError extends ContenderError {
  readonly code = "SANDBOX_CONNECTION_LOST";

  constructor(
    /** The error number, as in Node's network errors. */
    readonly errno: "ECONNRESET" | "ECONNREFUSED",
    request: { readonly method: string; readonly path: string },
  ) {
    super(`The connection was lost (${errno}) during ${request.method} ${request.path.split("?")[0]}`, {
      remedy: "Injected by the fault plan. Whether the request was served is unknown.",
    });
  }
}
