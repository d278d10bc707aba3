import type { z } from "zod";
import { closestBranch, expectation, keysOf, schemaAt, type SchemaNode } from "../../core/json-schema.js";
import { suggested } from "../../core/nearest.js";
import { pathText, type Path } from "../../core/path.js";
import { foundAt, nodeAt, placeOf, placeOfKey } from "./places.js";
import type { Problem } from "./problem.js";
import type { ConfigSource } from "./source.js";

type Issue = z.core.$ZodIssue;

/** What the schema found wrong, in terms of the file: place, key, what was expected and what is there. */
export function problemsOf(source: ConfigSource, schema: SchemaNode, issues: readonly Issue[]): Problem[] {
  return issues.flatMap((issue) => explain(source, schema, issue, issue.path as Path));
}

function explain(source: ConfigSource, schema: SchemaNode, issue: Issue, path: Path): Problem[] {
  if (issue.code === "unrecognized_keys") return issue.keys.map((key) => unknownKey(source, schema, path, key));
  if (issue.code === "invalid_union") {
    const branch = closestBranch(issue.errors);
    if (branch !== null)
      return branch.flatMap((inner) => explain(source, schema, inner, [...path, ...(inner.path as Path)]));
  }
  const node = schemaAt(schema, path);
  const expected =
    issue.code === "custom" && issue.message !== "Invalid input" ? issue.message : node && expectation(node);
  const found = nodeAt(source, path) === null ? "nothing" : foundAt(source, path);
  return [
    {
      ...placeOf(source, path),
      key: pathText(path),
      text: `expected ${expected ?? issue.message}, found ${found}`,
      hint: hintFor(issue, node, found),
    },
  ];
}

function unknownKey(source: ConfigSource, schema: SchemaNode, path: Path, key: string): Problem {
  const node = schemaAt(schema, path);
  const known = node === null ? [] : keysOf(node);
  const all = known.length === 0 ? "" : `Allowed keys: ${known.join(", ")}.`;
  return {
    ...placeOfKey(source, [...path, key]),
    key: pathText([...path, key]),
    text: key === "<<" ? "merge keys are not part of YAML 1.2" : "unknown key",
    hint: suggested(key, known, all),
  };
}

/** A number where a text belongs: quoting helps where the text itself would be right. */
function hintFor(issue: Issue, node: SchemaNode | null, found: string): string {
  if (issue.code !== "invalid_type" || issue.expected !== "string" || !/^[\d.+-]/.test(found)) return "";
  const right = node?.pattern === undefined || new RegExp(node.pattern).test(found);
  return right ? `Quote it: "${found}".` : "";
}
