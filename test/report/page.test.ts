import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BacktestFill } from "../../src/backtest/result/result.js";
import { renderReport } from "../../src/report/render.js";
import type { ReportInput } from "../../src/report/input.js";
import { Chromium, chromiumPath, type Page, type PageOptions } from "../support/chromium.js";
import { fixtureRun, fixtureWindows } from "./fixture.js";
import { hostileRun } from "./hostile.js";
import { emptyFolder } from "../support/empty-folder.js";

const run = fixtureRun({ days: 12, tokens: 2 });

/** How many colours each canvas shows, and a number that changes with what it shows. */
const CANVASES = `[...document.querySelectorAll(".chart canvas")].map((canvas) => {
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  const pixels = new Uint32Array(data.buffer);
  return { colours: new Set(pixels).size, sum: pixels.reduce((sum, pixel) => (sum * 31 + pixel) | 0, 7), width: canvas.clientWidth, height: canvas.clientHeight };
})`;
interface Canvas {
  readonly colours: number;
  readonly sum: number;
  readonly width: number;
  readonly height: number;
}
/** The same trade, and another one at the same moment. */
const twice = (fill: BacktestFill): BacktestFill[] => [fill, { ...fill, intent: `${fill.intent}b` }];
/** Two frames: what was asked for is drawn by then. */
const DRAWN = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))";

describe.skipIf(chromiumPath === null && process.env["CI"] === undefined)("the page in Chromium", () => {
  let chromium: Chromium;
  let folder: string;

  beforeAll(() => {
    folder = emptyFolder();
    chromium = new Chromium();
  });
  afterAll(() => chromium.close());

  async function open(input: Partial<ReportInput> = {}, options: PageOptions = {}): Promise<Page> {
    const file = join(folder, "report.html");
    writeFileSync(file, renderReport({ runs: [run], windows: fixtureWindows(run), version: "1", ...input }));
    const page = await chromium.open(file, options);
    await page.evaluate(DRAWN);
    return page;
  }
  const canvases = (page: Page): Promise<Canvas[]> => page.evaluate<Canvas[]>(CANVASES);
  const middleOf = (page: Page, selector: string) =>
    page.evaluate<{ x: number; y: number; width: number }>(`(() => {
      const found = document.querySelector(${JSON.stringify(selector)});
      found.scrollIntoView({ block: "center", behavior: "instant" });
      const { left, top, width, height } = found.getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2, width };
    })()`);
  const mouse = (page: Page, type: string, x: number, y: number, more: Record<string, unknown> = {}) =>
    page.send("Input.dispatchMouseEvent", {
      type,
      x,
      y,
      button: type === "mouseMoved" ? "none" : "left",
      clickCount: 1,
      ...more,
    });
  const key = async (page: Page, name: string): Promise<void> => {
    for (const type of ["keyDown", "keyUp"]) await page.send("Input.dispatchKeyEvent", { type, key: name });
  };

  it("draws every chart, says nothing to the console, and asks nobody for anything", async () => {
    const page = await open();
    const shown = await canvases(page);
    expect(shown).toHaveLength(8);
    for (const { colours } of shown) expect(colours).toBeGreaterThan(20);
    expect(await page.evaluate("document.documentElement.dataset.charts")).toBe("8");
    expect(await page.evaluate("document.documentElement.dataset.errors ?? null")).toBeNull();
    expect([page.errors, page.requests]).toEqual([[], []]);
    await page.close();
  });

  it("draws every chart in a browser whose language is none", async () => {
    const page = await open(
      {},
      { before: `Object.defineProperty(Navigator.prototype, "language", { get: () => "C" })` },
    );
    expect(await page.evaluate("document.documentElement.dataset.charts")).toBe("8");
    expect(await page.evaluate("document.documentElement.dataset.errors ?? null")).toBeNull();
    await page.close();
  });

  it("says in the place of a chart that it could not be drawn", async () => {
    const page = await open(
      {},
      { before: `Object.defineProperty(globalThis, "uPlot", { get: () => undefined, set() {} })` },
    );
    const said = await page.evaluate<string[]>(
      `[...document.querySelectorAll(".chart")].map((one) => one.textContent)`,
    );
    expect(said).toHaveLength(8);
    for (const text of said) expect(text).toMatch(/^This chart could not be drawn: TypeError: .*$/);
    await page.close();
  });

  it("is dark where the reader's screen is, and draws its charts anew when that changes", async () => {
    const page = await open({}, { dark: true });
    const background = () => page.evaluate<string>("getComputedStyle(document.body).backgroundColor");
    const [dark, before] = [await background(), await canvases(page)];
    await page.send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: "light" }] });
    await page.evaluate(DRAWN);
    expect([dark, await background()]).toEqual(["rgb(17, 20, 23)", "rgb(244, 243, 239)"]);
    const after = await canvases(page);
    after.forEach(({ sum, colours }, i) => {
      expect(colours).toBeGreaterThan(20);
      expect(sum).not.toBe(before[i]?.sum);
    });
    await page.close();
  });

  it("is printed in the light and within its paper, and is as it was afterwards", async () => {
    const page = await open({}, { dark: true, width: 1400 });
    const before = await canvases(page);
    // Firefox takes what is printed before any microtask runs.
    const atOnce = await page.evaluate<Canvas[]>(`(dispatchEvent(new Event("beforeprint")), ${CANVASES})`);
    await page.evaluate(DRAWN);
    const paper = await canvases(page);
    expect(atOnce).toEqual(paper);
    for (const [i, { width, height, sum, colours }] of paper.entries()) {
      expect(width).toBeLessThanOrEqual(686);
      expect(height).toBeLessThanOrEqual(230);
      expect(colours).toBeGreaterThan(20);
      expect(sum).not.toBe(before[i]?.sum);
    }
    await page.evaluate(`dispatchEvent(new Event("afterprint")); ${DRAWN}`);
    expect(await canvases(page)).toEqual(before);
    const { data } = await page.send("Page.printToPDF", { printBackground: true });
    expect(
      Buffer.from(data as string, "base64")
        .subarray(0, 5)
        .toString(),
    ).toBe("%PDF-");
    expect(page.errors).toEqual([]);
    await page.close();
  });

  it("repeats no header of a table within a grid on paper, where Chromium lays what follows over its last rows", async () => {
    const page = await open();
    await page.send("Emulation.setEmulatedMedia", { media: "print" });
    const repeated = `[...document.querySelectorAll(".grid thead")].filter((head) => {
      const item = head.closest(".grid > *");
      return getComputedStyle(head).display === "table-header-group" && getComputedStyle(item).breakInside !== "avoid";
    }).length`;
    expect(await page.evaluate(`document.querySelectorAll(".grid thead").length`)).toBeGreaterThan(4);
    expect(await page.evaluate(repeated)).toBe(0);
    await page.close();
  });

  it("says on paper why a figure is missing in no larger letters than the figures", async () => {
    const page = await open();
    await page.send("Emulation.setEmulatedMedia", { media: "print" });
    const sizes = await page.evaluate<[number, number][]>(
      `[...document.querySelectorAll(".why")].map((why) => [why, why.closest("td, th")].map((one) => parseFloat(getComputedStyle(one).fontSize)))`,
    );
    expect(sizes.length).toBeGreaterThan(2);
    for (const [why, figure] of sizes) expect(why).toBeLessThanOrEqual(figure);
    await page.close();
  });

  it("breaks no figure of the metrics where the page is narrow, and says why one is missing in lines of some words", async () => {
    const page = await open({ runs: [run, { ...run, name: "other" }] }, { width: 400 });
    const broken = await page.evaluate<string[]>(
      `[...document.querySelectorAll(".metrics td")].filter((cell) => {
        const range = document.createRange();
        range.selectNode(cell.firstChild);
        return range.getClientRects().length > 1;
      }).map((cell) => cell.firstChild.textContent.trim())`,
    );
    expect(broken).toEqual([]);
    const widths = await page.evaluate<number[]>(
      `[...document.querySelectorAll(".metrics .why")].map((why) => why.clientWidth)`,
    );
    expect(Math.min(...widths)).toBeGreaterThan(150);
    await page.close();
  });

  it("tells a trade by pointing at its mark", async () => {
    const page = await open();
    const told = await page.evaluate<string>(`(() => {
      const over = document.querySelector("#prices-1 .u-over");
      over.scrollIntoView({ block: "center", behavior: "instant" });
      const { left, top, width, height } = over.getBoundingClientRect();
      const tip = document.querySelector(".tip");
      for (let x = 2; x < width; x += 4)
        for (let y = 2; y < height; y += 8) {
          over.dispatchEvent(new MouseEvent("mousemove", { clientX: left + x, clientY: top + y, bubbles: true }));
          if (!tip.hidden) return tip.innerText;
        }
      return "";
    })()`);
    const reasons = run.result.fills.map(({ reason }) => reason);
    expect(reasons.some((reason) => told.includes(reason))).toBe(true);
    expect(run.result.fills.some(({ intent }) => told.includes(intent))).toBe(true);
    for (const word of ["Bought", "Time", "UTC", "Strategy", "sma-cross", "Sold", "Received", "Price", "Slippage"])
      expect(told.replace("Sold WETH", "Bought WETH")).toContain(word);
    await page.close();
  });

  it("goes along the trades by keys, and says each aloud", async () => {
    const page = await open();
    await page.evaluate(`document.querySelector("#prices-1 .chart").focus()`);
    const said: string[] = [];
    for (let i = 0; i < 2; i += 1) {
      await key(page, "ArrowRight");
      said.push(await page.evaluate<string>(`document.querySelector(".spoken").textContent`));
    }
    expect(new Set(said).size).toBe(2);
    for (const text of said)
      expect(text).toMatch(/^(?:Bought|Sold) \S+\. Time: 2024-01-\d\d \d\d:\d\d UTC\. Strategy: sma-cross\./);
    expect(await page.evaluate(`document.querySelector(".tip").hidden`)).toBe(false);
    await key(page, "Escape");
    expect(await page.evaluate(`document.querySelector(".tip").hidden`)).toBe(true);
    await page.close();
  });

  it("goes to each of several trades of one point by keys, there and back", async () => {
    const result = { ...run.result, fills: run.result.fills.slice(0, 3).flatMap((fill) => twice(fill)) };
    const page = await open({ runs: [{ ...run, result }] });
    await page.evaluate(`document.querySelector("#prices-1 .chart").focus()`);
    const token = await page.evaluate<string>(`document.querySelector("#prices-1 figcaption b").textContent`);
    const intents = result.fills.filter(({ from, to }) => [from, to].includes(token)).map(({ intent }) => intent);
    expect(intents.length).toBeGreaterThan(3);
    const said: (string | undefined)[] = [];
    for (const name of [...intents.map(() => "ArrowRight"), ...intents.slice(1).map(() => "ArrowLeft")]) {
      await key(page, name);
      const text = await page.evaluate<string>(`document.querySelector(".spoken").textContent`);
      said.push(/Intent: ([\w-]+)/.exec(text)?.[1]);
    }
    expect(said).toEqual([...intents, ...intents.slice(0, -1).toReversed()]);
    await page.close();
  });

  it("tells from when to when a window went, though the next one begins a day later", async () => {
    const page = await open();
    await page.evaluate(`document.querySelectorAll("#windows .chart")[1].focus()`);
    const told = async (name: string): Promise<string> => {
      await key(page, name);
      return page.evaluate<string>(`document.querySelector(".spoken").textContent`);
    };
    expect(await told("Home")).toMatch(/^2024-01-01 00:00 to 2024-01-08 00:00 UTC: /);
    expect(await told("ArrowRight")).toMatch(/^2024-01-02 00:00 to 2024-01-09 00:00 UTC: /);
    expect(await told("End")).toMatch(/^2024-01-05 00:00 to 2024-01-12 00:00 UTC: /);
    await page.close();
  });

  it("tells of an outer bar of a histogram how far what it counts goes", async () => {
    const windows = fixtureWindows(run);
    const [first = windows.worst] = windows.windows;
    const many = Array.from({ length: 200 }, (_, i) => ({ ...first, totalReturn: (i - 100) / 10_000 }));
    const page = await open({ windows: { ...windows, windows: [...many, { ...first, totalReturn: 0.5 }] } });
    await page.evaluate(`document.querySelector("#windows .chart").focus()`);
    await key(page, "End");
    expect(await page.evaluate(`document.querySelector(".spoken").textContent`)).toMatch(
      /windows?: 0\.\d\d% to 50\.00%$/,
    );
    await page.close();
  });

  it("labels more than zero on the axis of the windows' returns", async () => {
    const windows = fixtureWindows(run);
    const small = windows.windows.map((window, i) => ({ ...window, totalReturn: [-0.017, 0.016][i % 2] ?? 0 }));
    const page = await open({ windows: { ...windows, windows: small } });
    await page.evaluate(`(() => {
      const write = CanvasRenderingContext2D.prototype.fillText;
      window.written = [];
      CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
        if (this.canvas === document.querySelectorAll("#windows canvas")[1]) window.written.push(text);
        return write.call(this, text, ...place);
      };
    })()`);
    await page.send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: "dark" }] });
    await page.evaluate(DRAWN);
    const percents = (await page.evaluate<string[]>("window.written")).filter((text) => text.endsWith("%"));
    expect(percents.length).toBeGreaterThan(1);
    await page.close();
  });

  it("zooms all charts of the run together by dragging, and shows all of it after a double click", async () => {
    const page = await open();
    const before = await canvases(page);
    const { x, y, width } = await middleOf(page, "#equity .u-over");
    await mouse(page, "mouseMoved", x - width / 4, y);
    await mouse(page, "mousePressed", x - width / 4, y);
    await mouse(page, "mouseMoved", x, y, { buttons: 1 });
    await mouse(page, "mouseReleased", x, y);
    await page.evaluate(DRAWN);
    const zoomed = await canvases(page);
    // Equity, drawdown, weights and both prices; windows and the histograms have axes of their own.
    expect(zoomed.map(({ sum }, i) => sum !== before[i]?.sum)).toEqual([
      true,
      true,
      false,
      false,
      true,
      true,
      true,
      false,
    ]);
    for (const clickCount of [1, 2])
      for (const type of ["mousePressed", "mouseReleased"]) await mouse(page, type, x, y, { clickCount });
    await page.evaluate(DRAWN);
    expect(await canvases(page)).toEqual(before);
    await page.close();
  });

  it("moves the cursors of all charts together", async () => {
    const page = await open();
    const { x, y } = await middleOf(page, "#equity .u-over");
    await mouse(page, "mouseMoved", x, y);
    await page.evaluate(DRAWN);
    const texts = await page.evaluate<string[]>(
      `[...document.querySelectorAll(".when, #prices-1 .readout")].map((found) => found.textContent)`,
    );
    expect(texts).toHaveLength(5);
    // Each says its own nearest point: of five-minute prices and of a grid of minutes.
    for (const text of texts) expect(text).toMatch(/^2024-01-0[67] \d\d:\d\d UTC/);
    await page.close();
  });

  it("hides a curve by its button, and shows it again", async () => {
    const page = await open();
    const [before] = await canvases(page);
    const press = () =>
      page.evaluate<string>(`(() => {
        const button = document.querySelectorAll("#equity .legend button")[1];
        button.click();
        return ${DRAWN}.then(() => button.getAttribute("aria-pressed"));
      })()`);
    expect(await press()).toBe("false");
    expect((await canvases(page))[0]?.sum).not.toBe(before?.sum);
    expect(await press()).toBe("true");
    expect((await canvases(page))[0]?.sum).toBe(before?.sum);
    await page.close();
  });

  it("runs nothing that a strategy, a token or a tape says", async () => {
    const page = await open({ runs: [hostileRun()] });
    expect(await page.evaluate("window.hacked ?? null")).toBeNull();
    expect([page.errors, page.requests]).toEqual([[], []]);
    expect(await page.evaluate("document.documentElement.dataset.charts")).toBe("8");
    await page.evaluate(`document.querySelector("#prices-1 .chart").focus()`);
    await key(page, "ArrowRight");
    expect(await page.evaluate(`document.querySelector(".tip p").innerHTML`)).toContain("&lt;img src=x");
    expect(await page.evaluate("window.hacked ?? null")).toBeNull();
    await page.close();
  });

  it("would tell: a policy that is broken is seen as an error", async () => {
    const page = await open();
    await page.evaluate(
      `document.body.append(Object.assign(document.createElement("img"), { src: "https://example.invalid/x.png" })); ${DRAWN}`,
    );
    expect(await page.evaluate("document.documentElement.dataset.errors")).toMatch(/img-src/);
    expect(page.errors.join()).toMatch(/Content Security Policy/);
    await page.close();
  });

  const screens = [1280, 380].flatMap((width) => [false, true].map((dark) => ({ width, dark })));
  it.each(screens)("has nothing that axe finds fault with ($width pixels wide, dark: $dark)", async (screen) => {
    const before = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");
    const other = fixtureRun({ days: 12, tokens: 2, name: "other", every: 3_600_000 });
    for (const runs of [[run], [run, other]]) {
      const page = await open({ runs, windows: fixtureWindows(run) }, { ...screen, before });
      const found = await page.evaluate<{ violations: unknown[]; passes: number }>(`axe.run().then((result) => ({
        violations: result.violations.map(({ help, nodes }) => [help, ...nodes.map(({ html }) => html)]),
        passes: result.passes.length,
      }))`);
      expect(found.violations).toEqual([]);
      expect(found.passes).toBeGreaterThan(20);
      await page.close();
    }
  });

  it("fits a narrow window, and several runs too", async () => {
    const other = fixtureRun({ days: 12, tokens: 2, name: "other", every: 3_600_000 });
    const page = await open({ runs: [run, other] }, { width: 360 });
    expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBeLessThanOrEqual(360);
    for (const { colours } of await canvases(page)) expect(colours).toBeGreaterThan(10);
    // A name may be broken, not into single letters.
    const narrowest = `Math.min(...[...document.querySelectorAll("section td.text")].map((cell) => cell.offsetWidth || 999))`;
    expect(await page.evaluate<number>(narrowest)).toBeGreaterThan(60);
    // A table may be scrolled sideways, what stands above it need not.
    const captions = `Math.max(...[...document.querySelectorAll("section caption")].map((one) => one.getBoundingClientRect().right))`;
    expect(await page.evaluate<number>(captions)).toBeLessThanOrEqual(360);
    expect(page.errors).toEqual([]);
    await page.close();
  });
});
