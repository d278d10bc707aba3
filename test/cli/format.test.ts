import { describe, expect, it } from "vitest";
import { facts, right, table } from "../../src/cli/format/table.js";

describe("a table", () => {
  it("aligns numbers to the right, without lines or trailing spaces", () => {
    const text = table(
      ["token", right("amount")],
      [
        ["WETH.eth", "1"],
        ["USDC.eth", "1,000"],
      ],
      "nothing",
    );
    expect(text.split("\n")).toEqual(["token     amount", "WETH.eth       1", "USDC.eth   1,000"]);
  });

  it("reports that it has no rows", () => {
    expect(table(["token"], [], "No trade yet.")).toBe("No trade yet.");
  });

  it("lets no control character of the service reach the terminal", () => {
    const text = table(["team"], [["\u001b[2Jevil\r\nrow"]], "") + facts({ name: "\u001b]0;x\u0007y" });
    // eslint-disable-next-line no-control-regex -- these are what must not be there
    expect(text.replaceAll("\n", "")).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
  });
});
