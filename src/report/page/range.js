/** Room beyond the longest bar, as a share of it. */
const ROOM = 0.08;
/** What is shown on either side of zero where nothing else is. */
const FLAT = 0.01;

/**
 * What an axis of bars shows: zero, where they all begin, and as far as the data go on each side of it. A side without a
 * bar gets no room.
 *
 * @param {number | null} min of the data; null where there is none
 * @param {number | null} max
 * @returns {[number, number]}
 */
export function barRange(min, max) {
  const low = Math.min(0, (min ?? 0) * (1 + ROOM));
  const high = Math.max(0, (max ?? 0) * (1 + ROOM));
  return low === high ? [-FLAT, FLAT] : [low, high];
}
