/** All of something, for sums of shares: of doubles such as 0.1 + 0.2 + 0.7 they may pass 1 by a hair. */
export const WHOLE = 1 + 1e-9;
