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
      ? " On a bot's own tape, a latency shorter than the bot's own puts fills before its quotes; set a longer one (`--latency`)."
      : "";
  return [
    {
      code: "MODELLED_FILLS",
      severity: "note",
      text: `${modelled} of ${counted(ofQuoted.length, "fill")} in pairs with recorded quotes were priced by the slippage formula, because no quote was near in time and size.`,
      remedy: `Record quotes more often and at the traded sizes (\`contender record --quotes\`).${early}`,
    },
  ];
};
