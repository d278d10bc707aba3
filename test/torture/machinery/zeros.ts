import type { Failure } from "./score.js";

/** What must not happen at all, by what the judges say of it; of several the first one counts. */
const NEVER: readonly (readonly [what: string, said: RegExp])[] = [
  ["secrets leaked", /an API key leaked|printed a key|a key stands in/],
  [
    "window violations",
    /\d+ requests of \S+ within \d+ ms, where|answered 429 \d+ times|before the 429 of its scope was over/,
  ],
  [
    "duplicates",
    /traded \d+ times|was sent (twice|\d+ times)|has two trades|has a trade twice|the journal has \d+ trades, the service|\d+ trades were made, \d+ were asked for/,
  ],
  [
    "lost",
    /but no trade was made|has no trade of it|but trade \S+ was made of it|but the service has made it|FILLED with trade|which the journal does not|is not in the journal|which the service never made|traded without an intent|belongs to no intent|was left [A-Z]+|still [A-Z]+\b/,
  ],
  [
    "crashes",
    /unhandled rejection|uncaught exception|the process ended|process ended with|: it ended with|^it ended with|it threw where nobody caught|without a type|it answered 5\d\d|\bhangs\b|did not end|came to a stand/,
  ],
];

/** As they stand on the page. */
const ORDER = [
  "duplicates",
  "lost",
  "window violations",
  "crashes",
  "secrets leaked",
  "other broken promises",
] as const;

/** How often it happened, what must not happen at all: every failure counts once. */
export function zeros(failures: readonly Failure[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>(ORDER.map((what) => [what, 0]));
  for (const { text } of failures) {
    const what = NEVER.find(([, said]) => said.test(text))?.[0] ?? "other broken promises";
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  return counts;
}
