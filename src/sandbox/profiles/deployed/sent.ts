/** The fields of a query or a body, each of any type; none where it is no object. */
export type Fields = ReadonlyMap<string, unknown>;

export function fieldsOf(sent: unknown): Fields {
  return new Map<string, unknown>(typeof sent === "object" && sent !== null ? Object.entries(sent) : []);
}

/** A value as the database keeps it in a column of texts; undefined where there is none. */
export function columnText(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  // Of numbers and booleans JSON and their text are one.
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** A text of a query; "" where the field is missing, empty, or there more than once. */
export function queryText(fields: Fields, name: string): string {
  const value = fields.get(name);
  return typeof value === "string" ? value : "";
}
