import { memoryTape } from "../../src/tape/memory-tape.js";
import { fixtureOf, fixtureRun, type Fixture } from "./fixture.js";

/** Text that would run, or end what it stands in, wherever it is not escaped. */
export const HOSTILE = `</script><script>window.hacked=1</script><img src=x onerror="window.hacked=1">'"--><svg onload=window.hacked=1>\u2028\u202e\${1}`;

/** A run whose every text comes from somebody who means harm. */
export function hostileRun(): Fixture {
  const { result, tape } = fixtureRun({ days: 12, tokens: 2 });
  const bad = (name: string): string => (name === "WETH.eth" ? `${HOSTILE}.eth` : name);
  return fixtureOf({
    name: HOSTILE,
    tape: memoryTape({
      label: HOSTILE,
      tracks: tape.tracks.map(({ token }) => {
        const { times, prices } = tape.prices(token.name)!;
        return { token: { ...token, name: bad(token.name), address: HOSTILE }, times, prices };
      }),
    }),
    result: {
      ...result,
      strategies: [
        {
          name: HOSTILE,
          version: HOSTILE,
          params: { [HOSTILE]: HOSTILE },
          allocation: 1,
          disabled: { at: 0, why: HOSTILE, remedy: HOSTILE },
        },
      ],
      tape: { ...result.tape, label: HOSTILE, fingerprint: HOSTILE, tokens: result.tape.tokens.map(bad) },
      seed: HOSTILE,
      settings: { [HOSTILE]: [HOSTILE, { [HOSTILE]: HOSTILE }] },
      complete: false,
      fills: result.fills.map((fill) => ({
        ...fill,
        strategy: HOSTILE,
        from: bad(fill.from),
        to: bad(fill.to),
        reason: HOSTILE,
      })),
      refusals: result.refusals.map((refusal) => ({
        ...refusal,
        status: HOSTILE,
        code: HOSTILE,
        reason: HOSTILE,
        from: HOSTILE,
      })),
      initialBalances: Object.fromEntries(
        Object.entries(result.initialBalances).map(([name, amount]) => [bad(name), amount]),
      ),
      closed: result.closed.map((trade) => ({ ...trade, token: HOSTILE })),
      rivals: result.rivals.map((rival) => ({ ...rival, name: HOSTILE + rival.name })),
      metrics: { ...result.metrics, [HOSTILE]: { value: null, why: HOSTILE } },
      breaches: [{ at: result.from, scope: HOSTILE, requests: 2, limit: 1, window: 1_000, times: 1 }],
      remarks: [HOSTILE],
    },
  });
}
