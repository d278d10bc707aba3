/** A process that does rounds of parts for the torture: what a round breaks ends here, not the run. */
import { install, keyWatch } from "../../support/canary/watch.js";
import { doRound, textOf } from "./do-round.js";
import { loadPart } from "./parts.js";
import type { Order } from "./do-round.js";

// Before any part is loaded: no round leaves a key anywhere, and no sandbox issues one unseen.
install(keyWatch);

const stray: string[] = [];

process.on("unhandledRejection", (error) => stray.push(`an unhandled rejection: ${textOf(error)}`));
process.on("uncaughtException", (error) => stray.push(`an uncaught exception: ${textOf(error)}`));
process.on("message", ({ part, seed }: Order) => {
  void doRound(() => loadPart(part), seed, stray).then((report) => process.send?.(report));
});
process.on("disconnect", () => process.exit());
