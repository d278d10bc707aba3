import type { TokenName } from "../../model/token.js";

/** A token of a book, as a target sees it. */
export interface Share {
  readonly token: TokenName;
  readonly specificChain: string;
  /** Tokens of equal reach can be swapped for each other. */
  readonly reach: string;
  readonly cash: boolean;
  /** USD now. */
  readonly value: number;
  /** Share of the book that it shall have; null where it is not named. */
  readonly weight: number | null;
}

/** What a named token shall be worth, USD, within its reach. */
export interface Goal extends Share {
  readonly weight: number;
  /** What the weight asks for. */
  readonly wanted: number;
  /** What can be reached: less, where its chain does not hold enough. */
  readonly goal: number;
}

/**
 * The goals of the named tokens. Within each reach, cash and named tokens are what can be moved; tokens
 * that are not named stay. Where the weights ask for more than that, all of the reach shrink alike, so
 * that their proportions stay.
 */
export function goalsOf(shares: readonly Share[], total: number): Goal[] {
  const movable = new Map<string, number>();
  const wanted = new Map<string, number>();
  for (const { reach, cash, value, weight } of shares) {
    if (cash || weight !== null) movable.set(reach, (movable.get(reach) ?? 0) + value);
    if (weight !== null) wanted.set(reach, (wanted.get(reach) ?? 0) + weight * total);
  }
  const goals: Goal[] = [];
  for (const { token, specificChain, reach, cash, value, weight } of shares) {
    if (weight === null) continue;
    const asked = weight * total;
    const sum = wanted.get(reach) ?? 0;
    const scale = sum === 0 ? 1 : Math.min(1, (movable.get(reach) ?? 0) / sum);
    goals.push({ token, specificChain, reach, cash, value, weight, wanted: asked, goal: asked * scale });
  }
  return goals;
}

/** How far the share furthest from its goal is off, percentage points. Cash that is only a residual does not count. */
export function furthestOff(goals: readonly Goal[], total: number, crossChain: boolean): number {
  let furthest = 0;
  for (const { cash, value, goal } of goals)
    if (!cash || crossChain) furthest = Math.max(furthest, Math.abs(value - goal) / total);
  return furthest * 100;
}

/** How far a share is from what its weight asks for, percentage points. */
export function offBy({ value, wanted }: Goal, total: number): number {
  return (Math.abs(value - wanted) / total) * 100;
}

/** A swap that brings shares nearer to their goals. */
export interface Move {
  readonly from: TokenName;
  readonly to: TokenName;
  readonly usd: number;
  /** Whether everything that is held of `from` shall go. */
  readonly everything: boolean;
}

/**
 * The moves that could be next, best first: surplus for shortage directly, then surplus to the cash of
 * its chain, then cash for shortage: it sells before it buys. Differences below `least` USD are let be.
 */
export function movesOf(
  shares: readonly Share[],
  goals: readonly Goal[],
  least: number,
  allowed: { readonly mayBuy: (token: TokenName) => boolean; readonly maySell: (token: TokenName) => boolean },
): Move[] {
  const surplus: Goal[] = [];
  const shortage: Goal[] = [];
  for (const one of goals) {
    if (!one.cash && one.value - one.goal >= least && allowed.maySell(one.token)) surplus.push(one);
    if (one.goal - one.value >= least && allowed.mayBuy(one.token)) shortage.push(one);
  }
  if (surplus.length > 1) surplus.sort((a, b) => b.value - b.goal - (a.value - a.goal));
  // Cash fills up by itself when tokens are sold: what is not cash comes first.
  if (shortage.length > 1)
    shortage.sort((a, b) => Number(a.cash) - Number(b.cash) || b.goal - b.value - (a.goal - a.value));
  const moves: Move[] = [];
  if (surplus.length === 0 && shortage.length === 0) return moves;
  const add = (from: Share, to: Share, usd: number, everything: boolean): void => {
    if (from.token !== to.token && from.reach === to.reach && usd >= least)
      moves.push({ from: from.token, to: to.token, usd, everything });
  };
  for (const from of surplus)
    for (const to of shortage)
      add(
        from,
        to,
        Math.min(from.value - from.goal, to.goal - to.value),
        from.goal === 0 && to.goal - to.value >= from.value,
      );
  const cash = spareCash(shares, goals);
  for (const from of surplus)
    nearFirst(cash, from.specificChain, ({ share: to }) => add(from, to, from.value - from.goal, from.goal === 0));
  for (const to of shortage)
    nearFirst(cash, to.specificChain, ({ share: from, spare }) =>
      add(from, to, Math.min(spare, to.goal - to.value), false),
    );
  return moves;
}

interface Cash {
  readonly share: Share;
  /** USD above its goal. */
  readonly spare: number;
}

/** The cash of all chains, the most to spare first. */
function spareCash(shares: readonly Share[], goals: readonly Goal[]): Cash[] {
  const goalOf = (share: Share): number => goals.find(({ token }) => token === share.token)?.goal ?? 0;
  return shares
    .filter(({ cash }) => cash)
    .map((share) => ({ share, spare: share.value - goalOf(share) }))
    .sort((a, b) => b.spare - a.spare);
}

/** A chain's own cash, then the others'. */
function nearFirst(cash: readonly Cash[], specificChain: string, each: (one: Cash) => void): void {
  for (const one of cash) if (one.share.specificChain === specificChain) each(one);
  for (const one of cash) if (one.share.specificChain !== specificChain) each(one);
}
