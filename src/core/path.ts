/** Where something stands in a document: keys of maps, and places in lists from 0. */
export type Path = readonly (string | number)[];

/** A path as people write it: `servers[0].ports.http`. */
export function pathText(path: Path): string {
  const text = path.map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`)).join("");
  return text.replace(/^\./, "");
}
