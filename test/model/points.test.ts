import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { describe, expect, it, onTestFinished } from "vitest";
import { OPERATION_IDS } from "../../src/contract/index.js";
import { between, point, POINT_CHANNEL } from "../../src/model/points.js";
import { POINTS } from "../support/points.js";
import { INTENT_STATES } from "../../src/model/intent.js";

function listen(): string[] {
  const heard: string[] = [];
  const take = (name: unknown): void => void heard.push(String(name));
  subscribe(POINT_CHANNEL, take);
  onTestFinished(() => void unsubscribe(POINT_CHANNEL, take));
  return heard;
}

describe("labelled points", () => {
  it("have names of their own, including every operation of the service and every state of an intent", () => {
    expect(new Set(POINTS).size).toBe(POINTS.length);
    expect(POINTS).toEqual(expect.arrayContaining(OPERATION_IDS.map((id) => `request.${id}:after`)));
    const reached = INTENT_STATES.filter((state) => state !== "PREPARED");
    expect(POINTS).toEqual(expect.arrayContaining(reached.map((state) => `journal.${state}:before`)));
  });

  it("are reported as they are passed, to the current listener", () => {
    point("key", "next", "before");
    const heard = listen();
    point("journal", "SENT", "before");
    expect(between("spent", "append", () => heard.length)).toBe(2);
    expect(heard).toEqual(["journal.SENT:before", "spent.append:before", "spent.append:after"]);
  });

  it("of failed work have no end", () => {
    const heard = listen();
    const work = (): never => {
      throw new Error("no");
    };
    expect(() => between("journal", "end", work)).toThrow("no");
    expect(heard).toEqual(["journal.end:before"]);
  });
});
