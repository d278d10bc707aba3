/** The data of the page as charts want them: times in seconds, columns of numbers. */

/**
 * @param {import("../data/encode.js").EncodedTimes} encoded
 * @returns {number[]} epoch seconds
 */
export function decodeTimes({ from, unit, steps }) {
  const times = [from / 1000];
  let at = from;
  for (const step of steps) {
    at += step * unit;
    times.push(at / 1000);
  }
  return times;
}

/**
 * @typedef {object} Trade
 * @property {number} at epoch milliseconds
 * @property {"buy" | "sell"} side as seen from the token of the chart
 * @property {string} strategy
 * @property {string} intent
 * @property {string} from
 * @property {string} to
 * @property {number} fromAmount
 * @property {number} toAmount
 * @property {number} price USD for one token, by the venue's price
 * @property {number} executed USD for one token, slippage included
 * @property {number} usd
 * @property {number} slippageUsd
 * @property {string} pricedBy what made its price
 * @property {string} reason
 */

/**
 * The fills in which a token was bought or sold, in the order of time.
 *
 * @param {import("../data/fills.js").FillColumns} fills
 * @param {string} token
 * @returns {Trade[]}
 */
export function tradesIn(fills, token) {
  const wanted = fills.names.indexOf(token);
  /** @type {Trade[]} */
  const trades = [];
  let at = 0;
  fills.at.forEach((step, i) => {
    at += step;
    const sold = fills.from[i] === wanted;
    if (sold || fills.to[i] === wanted) trades.push(tradeOf(fills, i, at, sold ? "sell" : "buy"));
  });
  return trades;
}

const PRICED_BY = ["the slippage model", "recorded quotes"];

/**
 * @param {import("../data/fills.js").FillColumns} fills
 * @param {number} i
 * @param {number} at
 * @param {"buy" | "sell"} side
 * @returns {Trade}
 */
function tradeOf(fills, i, at, side) {
  const usd = fills.usd[i] ?? 0;
  const slippageUsd = fills.slippageUsd[i] ?? 0;
  const fromAmount = fills.fromAmount[i] ?? 0;
  const toAmount = fills.toAmount[i] ?? 0;
  const got = usd - slippageUsd;
  const sell = side === "sell";
  return {
    at,
    side,
    strategy: fills.names[fills.strategy[i] ?? -1] ?? "",
    intent: fills.intent[i] ?? "",
    from: fills.names[fills.from[i] ?? -1] ?? "",
    to: fills.names[fills.to[i] ?? -1] ?? "",
    fromAmount,
    toAmount,
    price: sell ? usd / fromAmount : got / toAmount,
    executed: sell ? got / fromAmount : usd / toAmount,
    usd,
    slippageUsd,
    pricedBy: PRICED_BY[fills.quoted[i] ?? -1] ?? "the service",
    reason: fills.reasons[fills.reason[i] ?? -1] ?? "",
  };
}
