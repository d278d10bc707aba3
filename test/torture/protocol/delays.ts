import { isExit } from "../../../src/model/trade-risk.js";
import type { Intent, IntentState } from "../../../src/model/intent.js";
import type { TokenName } from "../../../src/model/token.js";
import { registry } from "./service.js";
import type { Witness } from "./witness.js";

/** Milliseconds from the choice of the next trade to its request, at most: the deadline of a quote, and some. */
const CHOSEN = 15_000;

interface Waiting {
  readonly intent: Intent;
  /** How many were prepared before it. */
  readonly place: number;
  /** Since when nothing of its own has been in its way, the service's time; null while something is. */
  free: number | null;
}

/**
 * Exits of one token that were passed over while the outcome of a trade of another was not known: it blocks the cash
 * that they go into, and must not hold them up.
 */
export function* delays({ witness }: { readonly witness: Pick<Witness, "events" | "notes"> }): Generator<string> {
  // Where markers are lost everything waits for what is not known: its proof rests on there being no other.
  if (witness.notes.some(({ kind }) => kind === "marker-not-echoed")) return;
  const states = new Map<string, { readonly intent: Intent; readonly place: number; state: IntentState }>();
  let prepared = 0;
  const waiting = new Map<string, Waiting>();
  for (const event of witness.events) {
    if (event.kind === "prepared") {
      const { intent } = event;
      const place = prepared++;
      states.set(intent.id, { intent, place, state: "PREPARED" });
      if (isExit(intent, { isCash })) waiting.set(intent.id, { intent, place, free: null });
    } else if (event.kind === "step") {
      const { intent: id, to } = event.step;
      const moved = states.get(id);
      if (moved === undefined) continue;
      if (to === "SENT") yield* passedOver(moved, event.at, waiting, tokensIn(states, "UNKNOWN"));
      moved.state = to;
      waiting.delete(id);
      if (to !== "SENT" && to !== "UNKNOWN" && to !== "CONFLICT") states.delete(id);
    } else if (event.kind === "foreign") continue;
    else for (const one of waiting.values()) one.free = null;
    const blocked = tokensIn(states, "SENT", "UNKNOWN", "CONFLICT");
    for (const one of waiting.values()) one.free = blocked.has(one.intent.from) ? null : (one.free ?? event.at);
  }
}

function* passedOver(
  { intent: sent, place: sentPlace }: Pick<Waiting, "intent" | "place">,
  at: number,
  waiting: ReadonlyMap<string, Waiting>,
  unknown: ReadonlySet<TokenName>,
): Generator<string> {
  for (const { intent, place, free } of waiting.values()) {
    if (
      place >= sentPlace ||
      free === null ||
      at - free < CHOSEN ||
      (sent.urgent && !intent.urgent) ||
      !unknown.has(intent.to)
    )
      continue;
    yield `intent ${intent.id}, an exit from ${intent.from}, waited ${at - free} ms while a trade in ${intent.to} was UNKNOWN, and ${sent.id} was sent before it`;
  }
}

function tokensIn(
  all: ReadonlyMap<string, { readonly intent: Intent; readonly state: IntentState }>,
  ...states: readonly IntentState[]
): Set<TokenName> {
  const tokens = new Set<TokenName>();
  for (const { intent, state } of all.values()) if (states.includes(state)) tokens.add(intent.from).add(intent.to);
  return tokens;
}

function isCash(token: TokenName): boolean {
  return registry.get(token)?.cash === true;
}
