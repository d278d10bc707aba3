import type { Clock } from "../../core/time/clock.js";
import { seededRandom } from "../../core/random.js";
import { CompetitionRecord } from "./competition.js";
import { CompetitionStateError, VenueSettingsError } from "../errors.js";
import { uuid } from "../ids.js";
import { Refusal } from "../refusal.js";
import type { CompetitionSettings } from "../settings.js";
import type { Member } from "../team/team.js";

/** What a competition is announced with. */
export interface CompetitionPlan {
  readonly name: string;
  readonly description?: string;
  readonly settings?: Partial<CompetitionSettings>;
  /** Ids of the teams that take part. */
  readonly teams?: readonly string[];
  /** When it starts by itself, epoch milliseconds; without it, by hand. It waits for an active one to end. */
  readonly startAt?: number;
  /** How long after its start it ends by itself, milliseconds; without it, by hand. */
  readonly durationMs?: number;
}

/** The competitions of an exchange, in the order in which they were announced. At most one is active. */
export class Competitions {
  readonly #byId = new Map<string, CompetitionRecord>();
  readonly #clock: Clock;
  readonly #seed: string;
  #active: CompetitionRecord | null = null;

  constructor(clock: Clock, seed: string) {
    this.#clock = clock;
    this.#seed = seed;
  }

  add(plan: CompetitionPlan, settings: CompetitionSettings, members: Iterable<Member>): CompetitionRecord {
    const { name, description = null, startAt = null, durationMs = null } = plan;
    const id = uuid(seededRandom(`${this.#seed}/competition/${this.#byId.size}`));
    if (name === "") throw new VenueSettingsError("A competition needs a name");
    if (startAt !== null && !Number.isFinite(startAt)) throw new VenueSettingsError(`startAt is ${startAt}`);
    if (durationMs !== null && !(Number.isFinite(durationMs) && durationMs > 0))
      throw new VenueSettingsError(`durationMs is ${durationMs}`, { remedy: "Give milliseconds above 0." });
    const now = this.#clock.now();
    const times = { startAt: null, endAt: null, createdAt: now, updatedAt: now };
    const record = new CompetitionRecord({ id, name, description, state: "pending", settings, ...times }, members);
    this.#byId.set(id, record);
    return record;
  }

  /** Throws Refusal UNKNOWN_COMPETITION. */
  get(id: string): CompetitionRecord {
    const record = this.#byId.get(id);
    if (record === undefined) throw new Refusal("UNKNOWN_COMPETITION");
    return record;
  }

  active(): CompetitionRecord | null {
    return this.#active;
  }

  /** The active competition. Throws Refusal NO_COMPETITION. */
  requireActive(): CompetitionRecord {
    if (this.#active === null) throw new Refusal("NO_COMPETITION");
    return this.#active;
  }

  list(): readonly CompetitionRecord[] {
    return [...this.#byId.values()];
  }

  /** Throws CompetitionStateError where it is not pending, or another one is active. */
  start(id: string): CompetitionRecord {
    const record = this.get(id);
    if (this.#active !== null && this.#active !== record)
      throw new CompetitionStateError(
        `Competition ${record.info.name} cannot start while ${this.#active.info.name} is active`,
        { remedy: "End the active competition first." },
      );
    record.start(this.#clock.now());
    this.#active = record;
    return record;
  }

  /** Throws CompetitionStateError where it is not active. */
  end(id: string): CompetitionRecord {
    const record = this.get(id);
    record.end(this.#clock.now());
    this.#active = null;
    return record;
  }
}
