import { channel } from "node:diagnostics_channel";

/**
 * The labelled points of a trade's way, and of everything that must be durable, by area: what is done there. A test
 * subscribes to the channel and ends the process at one of them (test/torture/kills): whatever was reported as done
 * before must still be so after a restart, and nothing may be done twice.
 */
const DONE = {
  /** A write to the journal, by its kind; a step of an intent by the state that it leads to. `commit` is within each of them. */
  journal: [
    "open",
    "begin",
    "tick",
    "prepare",
    "DROPPED",
    "SENT",
    "FILLED",
    "REJECTED",
    "UNKNOWN",
    "NOT_EXECUTED",
    "CONFLICT",
    "adjust",
    "foreignTrades",
    "equity",
    "note",
    "mode",
    "end",
    "commit",
    "close",
  ],
  /** A request to the service, by its operation (`pointsOf` is told which there are): before it leaves, and after its answer came. */
  request: [] as readonly string[],
  /** The files of spent requests: a line of one, and what is taken over under a new key. */
  spent: ["append", "takeOver"],
  /** The files of a key that is changed, in the order in which they change, and what a start ends of a change that was cut short. */
  key: ["rotating", "next", "previous", "replace", "marked", "confirm", "adopt"],
  /** What becomes of the bot as the competition's status changes. */
  status: ["join", "wait", "end"],
  /** A conflict that a person settles: the intent's step, and the note of it. */
  resolve: ["step", "note"],
  /** The way to the end. */
  stop: ["signal", "idle", "settle", "readings", "close"],
} as const;

type Done = typeof DONE;
type PointArea = keyof Done;
export type PointOf<Area extends PointArea> = Done[Area][number];
type When = "before" | "after";
/** A point's name, such as `journal.SENT:before`. */
export type Point = { [Area in PointArea]: `${Area}.${PointOf<Area>}:${When}` }[PointArea];

/** Every point of a bot whose service has these operations, in the order of their areas. */
export function pointsOf(operations: readonly string[]): readonly Point[] {
  return Object.entries({ ...DONE, request: operations }).flatMap(([area, names]) =>
    names.flatMap((name) => [`${area}.${name}:before` as Point, `${area}.${name}:after` as Point]),
  );
}

/** On which the name of each point is published as it is passed. */
export const POINT_CHANNEL = "contender:point";

const passed = channel(POINT_CHANNEL);

/** Tells that a point is passed; one check where nobody listens. */
export function point<Area extends PointArea>(area: Area, name: PointOf<Area>, when: When): void {
  if (passed.hasSubscribers) passed.publish(`${area}.${name}:${when}`);
}

/** Does `work` between the two points of its name; where it throws, the second one is not passed. */
export function between<Area extends PointArea, Result>(area: Area, name: PointOf<Area>, work: () => Result): Result {
  point(area, name, "before");
  const result = work();
  point(area, name, "after");
  return result;
}
