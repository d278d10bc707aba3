import type { TokenName } from "../../model/token.js";

/** The tokens that are held and not among those named, in their order; the list before, where it says the same. */
export function heldBeyond(
  named: readonly TokenName[],
  held: ReadonlyMap<TokenName, unknown>,
  before: readonly TokenName[],
): readonly TokenName[] {
  let same = 0;
  for (const token of held.keys()) {
    if (named.includes(token)) continue;
    if (before[same] !== token) return [...held.keys()].filter((one) => !named.includes(one));
    same++;
  }
  return same === before.length ? before : before.slice(0, same);
}
