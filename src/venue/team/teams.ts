import type { Clock } from "../../core/time/clock.js";
import type { JsonValue } from "../../core/json.js";
import { seededRandom } from "../../core/random.js";
import { TeamError } from "../errors.js";
import { uuid } from "../ids.js";
import { Member, type Team } from "./team.js";

/** What a team is registered with. */
export interface Registration {
  readonly name: string;
  readonly email?: string;
  readonly contactPerson?: string;
  readonly metadata?: JsonValue;
}

/** What a team may change of itself; `metadata` is replaced whole. */
export interface ProfileChange {
  readonly contactPerson?: string | undefined;
  readonly metadata?: JsonValue | undefined;
}

/** The teams of an exchange, in the order in which they were registered. */
export class Teams {
  readonly #byId = new Map<string, Member>();
  readonly #clock: Clock;
  readonly #seed: string;

  constructor(clock: Clock, seed: string) {
    this.#clock = clock;
    this.#seed = seed;
  }

  add(registration: Registration): Member {
    const { name, email = "", contactPerson = "", metadata = {} } = registration;
    // Of the seed and the name alone, so that a team's chance does not depend on who else is registered.
    const id = uuid(seededRandom(`${this.#seed}/team/${name}`));
    if (name === "") throw new TeamError("A team needs a name");
    if (this.#byId.has(id))
      throw new TeamError(`There is a team "${name}" already`, { remedy: "Give each team a name of its own." });
    const now = this.#clock.now();
    const team = { id, name, email, contactPerson, metadata, createdAt: now, updatedAt: now, deactivation: null };
    const member = new Member(Object.freeze(team), this.#seed);
    this.#byId.set(id, member);
    return member;
  }

  /** Throws TeamError where the id is not known. */
  get(id: string): Member {
    const member = this.#byId.get(id);
    if (member === undefined) throw new TeamError(`There is no team ${id}`);
    return member;
  }

  list(): readonly Team[] {
    return Array.from(this.#byId.values(), (member) => member.team);
  }

  update(id: string, { contactPerson, metadata }: ProfileChange): Team {
    const changes = {
      ...(contactPerson === undefined ? {} : { contactPerson }),
      ...(metadata === undefined ? {} : { metadata }),
    };
    return this.get(id).change(changes, this.#clock.now());
  }
}
