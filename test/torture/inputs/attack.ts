import fc from "fast-check";
import { messageOf } from "../../../src/core/errors.js";
import { seededRandom } from "../../../src/core/random.js";
import { plus } from "../machinery/tally.js";

/** What an attack came to: how many inputs there were of each kind, and what broke a promise. */
export interface Assault {
  readonly inputs: Readonly<Record<string, number>>;
  readonly failures: readonly string[];
}

/** What is wrong with the way an input was taken; null where nothing is. */
export type Verdict = string | null;

export interface Wave<Input> {
  /** Of the inputs, one word or two. */
  readonly kind: string;
  readonly inputs: fc.Arbitrary<Input>;
  readonly count: number;
  /** Hands an input over and judges; a judge that throws has judged too. */
  readonly take: (input: Input) => Verdict | Promise<Verdict>;
}

/** Longer failures are cut: the seed shows them whole. */
const LONGEST = 300;

/** Hands so many inputs over, one after the other, all of them drawn from the seed. What fails is made smaller first. */
export async function attack<Input>({ kind, inputs, count, take }: Wave<Input>, seed: string): Promise<Assault> {
  const told = async (input: Input): Promise<void> => {
    const verdict = await take(input);
    if (verdict !== null) throw new Error(verdict);
  };
  const details = await fc.check(fc.asyncProperty(inputs, told), {
    seed: seededRandom(`${seed}/${kind}`).int(2 ** 31),
    numRuns: count,
    // Looking for the smallest one may take no longer than this.
    maxSkipsPerRun: 1_000,
  });
  if (!details.failed) return { inputs: { [kind]: details.numRuns }, failures: [] };
  const why = messageOf(details.errorInstance);
  const input = fc.stringify(details.counterexample?.[0]);
  return { inputs: { [kind]: details.numRuns }, failures: [`${kind}: ${why} (input: ${input})`.slice(0, LONGEST)] };
}

/** Several attacks as one. */
export function together(assaults: readonly Assault[]): Assault {
  const inputs = assaults.map((one) => one.inputs).reduce(plus, {});
  return { inputs, failures: assaults.flatMap(({ failures }) => failures) };
}
