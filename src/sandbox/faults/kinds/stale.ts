import type { SandboxAnswer } from "../../exchanged.js";
import { objectOf, withJson } from "../json-answer.js";
import { defineKind } from "../kind.js";
import type { FaultRequest } from "../effect.js";
import { duration, targets } from "../fields.js";

interface Kept {
  readonly answer: SandboxAnswer;
  /** Epoch milliseconds of the sandbox. */
  readonly at: number;
}

export const stale = defineKind({
  name: "stale",
  summary:
    "An earlier answer is sent again, as by a cache or a lagging replica: an old portfolio, old balances, old prices with a new timestamp.",
  fields: {
    operations: targets("getPortfolio"),
    age: duration().describe("The largest age of the answer, in sandbox time. An older one is replaced by a new one."),
  },
  arm({ age }, { clock }) {
    const kept = new Map<string, Kept>();
    const keep = (request: FaultRequest) => (answer: SandboxAnswer) => {
      if (answer.status === 200) kept.set(keyOf(request), { answer, at: clock.now() });
      return answer;
    };
    const known = (request: FaultRequest): SandboxAnswer | null => {
      const old = kept.get(keyOf(request));
      return old !== undefined && clock.now() - old.at <= age ? old.answer : null;
    };
    return {
      meet(request) {
        const old = known(request);
        if (old === null) return { reshape: keep(request) };
        return { reshape: (fresh) => (fresh.status === 200 ? again(old, fresh) : fresh) };
      },
      spare: (request) => (known(request) === null ? { reshape: keep(request) } : null),
    };
  },
});

/** Each caller and each question has answers of its own. */
function keyOf({ method, path, headers = {} }: FaultRequest): string {
  return [headers["authorization"] ?? "", method, path].join(" ");
}

/** The old answer, dated as the fresh one: of what an answer says of its own time a cache says the present. */
function again(old: SandboxAnswer, fresh: SandboxAnswer): SandboxAnswer {
  const timestamp = objectOf(fresh.body)?.["timestamp"];
  const { body } = withJson(old, (body) => (timestamp === undefined ? null : { ...body, timestamp }));
  return body === fresh.body ? fresh : { ...fresh, body };
}
