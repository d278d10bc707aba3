import { canonicalJson } from "../../core/json.js";
import { messageOf } from "../../core/errors.js";
import { andThen, type MaybePromise } from "../../core/maybe.js";
import { ASSUMABLE_RULES, type Rules } from "../../model/rules.js";
import type { VenueReads } from "../../model/venue.js";
import { attemptWithin, type Bound } from "../timeouts/bounded.js";
import type { Notes } from "../notes.js";

/** The rules as they hold now: what the service says, and config's defaults for what it does not. */
export class RulesKeeper {
  readonly #defaults: Rules;
  #rules: Rules;
  #told = false;

  constructor(
    defaults: Rules,
    private readonly ports: {
      readonly venue: Pick<VenueReads, "rules">;
      readonly bound: Bound;
      readonly note: Notes;
      readonly onRules?: (rules: Rules) => void;
      readonly onFailure: (error: unknown) => void;
    },
  ) {
    this.#defaults = defaults;
    this.#rules = defaults;
  }

  get current(): Rules {
    return this.#rules;
  }

  /** Whether the service never said them. */
  get unread(): boolean {
    return this.#rules.source === "config";
  }

  /** Reads them again. A failure leaves them as they were. */
  refresh(): MaybePromise<void> {
    const { venue, bound, note, onFailure } = this.ports;
    return andThen(
      attemptWithin(bound, (options) => venue.rules(options)),
      (read) => {
        if (read.ok) {
          this.#take(filledIn(read.value, this.#defaults));
          return;
        }
        if (this.unread && !this.#told) {
          this.#told = true;
          const text = `The rules could not be read, config's defaults hold until they can: ${messageOf(read.error)}`;
          note("warn", "rules-unread", text);
        }
        onFailure(read.error);
      },
    );
  }

  #take(rules: Rules): void {
    const before = this.#rules;
    const changes = differences(before, rules);
    this.#rules = rules;
    if (this.#told && before.source === "config")
      this.ports.note("info", "rules-read", "The rules could be read: what they say holds from now on.");
    if (before.source === "service" && changes.length === 0) return;
    this.ports.onRules?.(rules);
    if (rules.unread.length > 0)
      this.ports.note("warn", "rules-unclear", `Rules that this version cannot read: ${rules.unread.join(" · ")}`);
    if (before.source === "service")
      this.ports.note("warn", "rules-changed", `The rules changed: ${changes.join("; ")}`, { changes });
  }
}

/** The service's rules with the defaults where it says nothing, and which these are. */
function filledIn(rules: Rules, defaults: Rules): Rules {
  const assumed = ASSUMABLE_RULES.filter((name) => rules[name] === null && defaults[name] !== null);
  const filled = Object.fromEntries(assumed.map((name) => [name, defaults[name]]));
  return { ...rules, ...filled, assumed };
}

const NOT_RULES: ReadonlySet<string> = new Set(["readAt", "source", "assumed"]);

/** What differs, in words; not when they were read, or who said so. */
function differences(before: Rules, after: Rules): string[] {
  const members = Object.keys(after).filter((member) => !NOT_RULES.has(member)) as (keyof Rules)[];
  return members
    .filter((member) => canonicalJson(before[member]) !== canonicalJson(after[member]))
    .map((member) => `${member} was ${canonicalJson(before[member])}, is ${canonicalJson(after[member])}`);
}
