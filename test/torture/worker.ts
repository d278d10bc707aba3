/** A process that does rounds of parts for the torture: what a round breaks ends here, not the run. */
import { loadPart } from "./parts.js";
import type { Tally } from "./part.js";

export interface Order {
  readonly part: string;
  readonly seed: string;
}

/** What became of an order: the round's tally, or what broke it. */
export type Report = { readonly tally: Tally } | { readonly broken: string };

const stray: string[] = [];
const textOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

process.on("unhandledRejection", (error) => stray.push(`an unhandled rejection: ${textOf(error)}`));
process.on("uncaughtException", (error) => stray.push(`an uncaught exception: ${textOf(error)}`));
process.on("message", (order: Order) => {
  void doRound(order).then((report) => process.send?.(report));
});
process.on("disconnect", () => process.exit());

async function doRound({ part, seed }: Order): Promise<Report> {
  try {
    const tally = await (await loadPart(part)).round(seed);
    return { tally: { ...tally, failures: [...tally.failures, ...stray.splice(0)] } };
  } catch (error) {
    return { broken: textOf(error) };
  }
}
