import { counted } from "../../../core/format.js";
import type { LintRule } from "../finding.js";

/** The slippage formula priced fills of pairs of which the tape has quotes. */
export const modelledFills: LintRule = ({ result: { fills }, quotedPairs = [] }) => {
  const quoted = new Set(quotedPairs.flatMap(([a, b]) => [`${a} ${b}`, `${b} ${a}`]));
  const ofQuoted = fills.filter(({ from, to, pricedBy }) => pricedBy === "quotes" || quoted.has(`${from} ${to}`));
  const modelled = ofQuoted.filter(({ pricedBy }) => pricedBy === "model").length;
  if (modelled === 0) return [];
  // A measured latency is a median: it is over before the bot's own quote for up to half of its trades.
  const early =
    modelled * 2 > ofQuoted.length
      ? " On a bot's own tape: with a latency shorter than its trades took, fills come before its quotes; say a longer one (`--latency`)."
      : "";
  return [
    {
      code: "MODELLED_FILLS",
      severity: "note",
      text: `${modelled} of ${counted(ofQuoted.length, "fill")} in pairs with recorded quotes were priced by the slippage formula: no quote was near in time and size.`,
      remedy: `Record quotes more often and at the sizes that are traded (\`contender record --quotes\`).${early}`,
    },
  ];
};
