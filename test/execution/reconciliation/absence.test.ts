import { describe, expect, it } from "vitest";
import { concludeAbsence, type Observation } from "../../../src/execution/reconciliation/absence.js";

const look = (at: number, balances: Observation["balances"] = "held", counts = true): Observation => ({
  at,
  balances,
  counts,
});

describe("absence", () => {
  it("is not proven by one list, or by two that span the settling time", () => {
    expect(concludeAbsence([], 60)).toBe("wait");
    expect(concludeAbsence([look(60)], 0)).toBe("wait");
    expect(concludeAbsence([look(0), look(60)], 60)).toBe("wait");
  });

  it("is proven by three counting lists with unchanged balances over the settling time, and no sooner", () => {
    expect(concludeAbsence([look(0), look(30), look(59)], 60)).toBe("wait");
    expect(concludeAbsence([look(0), look(30), look(60)], 60)).toBe("not-executed");
    expect(concludeAbsence([look(0, "void"), look(30, "void"), look(60, "void")], 60)).toBe("not-executed");
  });

  it("ignores lists that do not count and balances that are unclear", () => {
    expect(concludeAbsence([look(0, "held", false), look(30), look(60)], 30)).toBe("wait");
    expect(concludeAbsence([look(0, "unclear"), look(30), look(60)], 30)).toBe("wait");
    expect(concludeAbsence([look(0), look(20, "unclear"), look(30), look(60)], 60)).toBe("not-executed");
  });

  it("begins anew once balances have moved", () => {
    expect(concludeAbsence([look(0), look(10, "moved"), look(20), look(40), look(60)], 60)).toBe("wait");
    expect(concludeAbsence([look(0), look(10, "moved"), look(20), look(50), look(80)], 60)).toBe("not-executed");
  });

  it("is a conflict if the last three looks show moved balances, by the settling time", () => {
    const moved = [look(20, "moved"), look(40, "moved"), look(60, "moved")];
    expect(concludeAbsence(moved, 60)).toBe("wait");
    expect(concludeAbsence([look(0), ...moved], 60)).toBe("conflict");
    expect(concludeAbsence([look(0), look(30), ...moved.slice(1)], 60)).toBe("wait");
  });
});
