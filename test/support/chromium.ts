import { spawn, type ChildProcess } from "node:child_process";
import { accessSync, constants, rmSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { pathToFileURL } from "node:url";
import { emptyFolder } from "./empty-folder.js";

/** A real browser for pages, by Chromium's debugging protocol over two pipes: no port, no further package. */

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];

/** Where Chromium is installed, or where CONTENDER_CHROMIUM says; null where it is not. */
export const chromiumPath: string | null =
  [
    process.env["CONTENDER_CHROMIUM"],
    ...(process.env["PATH"] ?? "").split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name))),
  ].find((path) => path !== undefined && path !== "" && executable(path)) ?? null;

function executable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

type Params = Readonly<Record<string, unknown>>;
interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly sessionId?: string;
  readonly params?: Params;
  readonly result?: Params;
  readonly error?: { readonly message: string };
}

/** A tab that has loaded a page. */
export interface Page {
  /** What was written to the console as an error, thrown by nobody caught, or forbidden by the page's policy. */
  readonly errors: readonly string[];
  /** Addresses that the page asked for, its own apart. */
  readonly requests: readonly string[];
  send(method: string, params?: Params): Promise<Params>;
  /** The JSON value of an expression in the page; promises are awaited. */
  evaluate<T>(expression: string): Promise<T>;
  /** PNG bytes of what is seen, or of the whole page. */
  screenshot(whole?: boolean): Promise<Buffer>;
  close(): Promise<void>;
}

export interface PageOptions {
  readonly width?: number;
  readonly height?: number;
  readonly dark?: boolean;
  /** A script that runs in the tab before those of the page. */
  readonly before?: string;
}

export class Chromium {
  readonly #process: ChildProcess;
  readonly #folder: string;
  readonly #answers = new Map<number, (message: Message) => void>();
  readonly #listeners = new Set<(message: Message) => void>();
  #ended: string | null = null;
  #last = 0;

  /** Throws where none is installed. */
  constructor() {
    if (chromiumPath === null) throw new Error("Chromium is not installed");
    this.#folder = emptyFolder();
    const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--remote-debugging-pipe"];
    this.#process = spawn(
      chromiumPath,
      [...flags, "--hide-scrollbars", "--no-first-run", `--user-data-dir=${this.#folder}`],
      { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] },
    );
    this.#process.on("error", ({ message }) => this.#end(message));
    this.#process.on("exit", (code) => this.#end(`it ended with ${String(code)}`));
    (this.#process.stdio[3] as Writable).on("error", () => {});
    this.#read(this.#process.stdio[4] as Readable);
  }

  /** Loads a file into a tab of its own, and waits until it is loaded. */
  async open(file: string, { width = 1280, height = 1000, dark = false, before }: PageOptions = {}): Promise<Page> {
    const { targetId } = await this.#call("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await this.#call("Target.attachToTarget", { targetId, flatten: true });
    const send = (method: string, params: Params = {}): Promise<Params> =>
      this.#call(method, params, sessionId as string);
    const errors: string[] = [];
    const requests: string[] = [];
    const loaded = this.#watch(sessionId as string, pathToFileURL(file).href, errors, requests);
    for (const domain of ["Page", "Runtime", "Log", "Network"]) await send(`${domain}.enable`);
    await send("Page.setLifecycleEventsEnabled", { enabled: true });
    await send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false });
    await send("Emulation.setEmulatedMedia", {
      features: [{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }],
    });
    if (before !== undefined) await send("Page.addScriptToEvaluateOnNewDocument", { source: before });
    const { loaderId } = await send("Page.navigate", { url: pathToFileURL(file).href });
    await loaded(loaderId as string);
    const evaluate = async <T>(expression: string): Promise<T> => {
      const answer = await send("Runtime.evaluate", { expression, returnByValue: true, awaitPromise: true });
      if (answer["exceptionDetails"] !== undefined) throw new Error(JSON.stringify(answer["exceptionDetails"]));
      return (answer["result"] as { value: T }).value;
    };
    return {
      errors,
      requests,
      send,
      evaluate,
      screenshot: async (captureBeyondViewport = false) => {
        const { data } = await send("Page.captureScreenshot", { format: "png", captureBeyondViewport });
        return Buffer.from(data as string, "base64");
      },
      close: async () => {
        await this.#call("Target.closeTarget", { targetId });
      },
    };
  }

  async close(): Promise<void> {
    if (this.#ended === null) {
      const ended = new Promise((resolve) => this.#process.once("exit", resolve));
      this.#call("Browser.close", {}).catch(() => {});
      await ended;
    }
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 20 });
  }

  /** Gives what waits until a document is loaded, by its loader: the empty page of a new tab may be so only now. */
  #watch(sessionId: string, own: string, errors: string[], requests: string[]): (loader: string) => Promise<void> {
    const loaded = new Set<unknown>();
    let wake = (): void => {};
    this.#listeners.add((message) => {
      if (message.sessionId !== sessionId) return;
      const { method, params = {} } = message;
      if (method === "Page.lifecycleEvent" && params["name"] === "load") {
        loaded.add(params["loaderId"]);
        wake();
      }
      if (method === "Runtime.exceptionThrown") errors.push(JSON.stringify(params["exceptionDetails"]));
      if (method === "Log.entryAdded") {
        const { level, text } = params["entry"] as { level: string; text: string };
        if (level === "error") errors.push(text);
      }
      if (method === "Runtime.consoleAPICalled" && params["type"] === "error")
        errors.push(JSON.stringify(params["args"]));
      if (method === "Network.requestWillBeSent") {
        const { url } = params["request"] as { url: string };
        if (url !== own) requests.push(url);
      }
    });
    return async (loader) => {
      while (!loaded.has(loader)) await new Promise<void>((resolve) => (wake = resolve));
    };
  }

  #call(method: string, params: Params, sessionId?: string): Promise<Params> {
    if (this.#ended !== null) return Promise.reject(new Error(`Chromium is gone: ${this.#ended}`));
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#answers.set(id, ({ result, error }) => {
        if (error === undefined) resolve(result ?? {});
        else reject(new Error(`${method}: ${error.message}`));
      });
      const text = JSON.stringify({ id, method, params, ...(sessionId === undefined ? {} : { sessionId }) });
      (this.#process.stdio[3] as Writable).write(`${text}\0`);
    });
  }

  #read(stream: Readable): void {
    let left = "";
    stream.setEncoding("utf8");
    stream.on("data", (text: string) => {
      const parts = (left + text).split("\0");
      left = parts.pop() ?? "";
      for (const part of parts) this.#take(JSON.parse(part) as Message);
    });
  }

  #take(message: Message): void {
    if (message.id === undefined) for (const listener of this.#listeners) listener(message);
    else {
      this.#answers.get(message.id)?.(message);
      this.#answers.delete(message.id);
    }
  }

  #end(why: string): void {
    this.#ended ??= why;
    for (const answer of this.#answers.values()) answer({ error: { message: `Chromium is gone: ${why}` } });
    this.#answers.clear();
  }
}
