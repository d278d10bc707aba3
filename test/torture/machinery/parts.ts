import type { Part } from "./part.js";

/** Every part, by name, loaded when it is needed. */
const PARTS: Readonly<Record<string, () => Promise<{ readonly part: Part }>>> = {
  inputs: () => import("../inputs/part.js"),
  soak: () => import("../soak/part.js"),
  kills: () => import("../kills/part.js"),
  power: () => import("../power/part.js"),
  key: () => import("../key/part.js"),
  limits: () => import("../limits/part.js"),
  "limits-http": () => import("../limits/http-part.js"),
  protocol: () => import("../protocol/part.js"),
};

export const PART_NAMES: readonly string[] = Object.keys(PARTS);

/** The part of a name. Throws RangeError where there is none. */
export async function loadPart(name: string): Promise<Part> {
  const load = PARTS[name];
  if (load === undefined) throw new RangeError(`there is no part ${name}; there are ${PART_NAMES.join(", ")}`);
  const { part } = await load();
  if (part.name !== name) throw new Error(`the part ${name} calls itself ${part.name}`);
  return part;
}
