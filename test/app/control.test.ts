import { statSync, writeFileSync, existsSync, mkdirSync, chmodSync, symlinkSync } from "node:fs";
import { EventEmitter, once } from "node:events";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { controlAddress, secureFolder } from "../../src/app/control/address.js";
import { findBot } from "../../src/app/control/client.js";
import { LONGEST_REQUEST } from "../../src/app/control/requests.js";
import { serveControl, type ControlServer } from "../../src/app/control/server.js";
import { askOnce } from "../../src/app/requests/ask.js";
import { BotGoneError, ControlSocketError, NoBotError, RemoteError } from "../../src/app/errors.js";
import type { JsonObject } from "../../src/core/json.js";
import { botFolder } from "./bot-files.js";
import { emptyFolder } from "../support/empty-folder.js";

const servers: ControlServer[] = [];
const folder = (): string => emptyFolder();

async function serve(data: string, handle: Parameters<typeof serveControl>[1] = async (request) => ({ ...request })) {
  const server = await serveControl(controlAddress(data), handle);
  servers.push(server);
  return server;
}

/** What the socket answers to raw text. */
function raw(path: string, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(path, () => socket.write(text));
    socket.on("data", (chunk) => (answer += String(chunk)));
    socket.on("end", () => resolve(answer));
    socket.on("error", reject);
  });
}

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

describe("the control socket", () => {
  it("answers a request, and an error with its code and remedy", async () => {
    const data = folder();
    await serve(data, async (request) => {
      if (request.do === "status") return { fine: true };
      throw new NoBotError("no", { remedy: "start one" });
    });
    const bot = await findBot(controlAddress(data));
    await expect(bot?.ask({ do: "status" })).resolves.toEqual({ fine: true });
    const refused = await bot?.ask({ do: "health" }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(RemoteError);
    expect(refused).toMatchObject({ code: "NO_BOT", message: "no", remedy: "start one" });
  });

  it("works for a client without any of the bot's environment variables", async () => {
    const { file, folder: own } = botFolder("service: { baseUrl: '${TEST_ABSENT}', key: '${TEST_ABSENT}' }\n");
    await serve(join(own, ".contender"), async () => ({ fine: true }));
    await expect(askOnce<"status">({ do: "status" }, { config: file })).resolves.toEqual({ fine: true });
  });

  it("refuses a request that is nested too deeply to be checked", async () => {
    const data = folder();
    await serve(data);
    const deep = `{"do":"set-profile","metadata":{"a":${"[".repeat(20_000)}${"]".repeat(20_000)}}}`;
    const reply: unknown = JSON.parse(await raw(controlAddress(data).path, `${deep}\n`));
    expect(reply).toMatchObject({
      ok: false,
      error: { code: "CONTROL_REQUEST", message: expect.stringMatching(/64 levels/) },
    });
  });

  it("is open to its owner only: the socket 0600, the folder 0700", async () => {
    const data = folder();
    await serve(data);
    const { path, folder: own } = controlAddress(data);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(own ?? "").mode & 0o777).toBe(0o700);
  });

  it("closes a folder that was open to others", () => {
    const data = folder();
    mkdirSync(join(data, "control"), { mode: 0o777 });
    chmodSync(join(data, "control"), 0o777);
    secureFolder(join(data, "control"));
    expect(statSync(join(data, "control")).mode & 0o777).toBe(0o700);
  });

  it("is refused where its folder is a file", async () => {
    const data = folder();
    writeFileSync(join(data, "control"), "");
    await expect(serve(data)).rejects.toThrow(ControlSocketError);
  });

  it("replaces a socket that a dead bot left behind", async () => {
    const data = folder();
    mkdirSync(join(data, "control"));
    writeFileSync(controlAddress(data).path, "");
    await serve(data);
    await expect((await findBot(controlAddress(data)))?.ask({ do: "status" })).resolves.toEqual({ do: "status" });
  });

  it("disappears with the bot", async () => {
    const data = folder();
    const server = await serve(data);
    await server.close();
    expect(existsSync(controlAddress(data).path)).toBe(false);
    expect(await findBot(controlAddress(data))).toBeNull();
  });

  it.each([
    ["is open to others", 0o755, /chmod 700/],
    ["is writable by a group", 0o770, /chmod 700/],
  ])("is not trusted by a client where its folder %s", async (_what, mode, remedy) => {
    const data = folder();
    await serve(data);
    const address = controlAddress(data);
    chmodSync(address.folder ?? "", mode);
    const refused: unknown = await findBot(address).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ControlSocketError);
    expect(refused).toMatchObject({ remedy: expect.stringMatching(remedy) as string });
  });

  it("is not trusted by a client where its folder is a link or belongs to another user", async () => {
    const [data, theirs] = [folder(), folder()];
    await serve(theirs);
    const address = controlAddress(data);
    symlinkSync(controlAddress(theirs).folder ?? "", address.folder ?? "");
    await expect(findBot(address)).rejects.toThrow(/is not a folder/);
    const uid = process.geteuid?.() ?? 0;
    vi.spyOn(process, "geteuid").mockReturnValue(uid + 1);
    onTestFinished(() => void vi.restoreAllMocks());
    await expect(findBot(controlAddress(theirs))).rejects.toThrow(/belongs to another user/);
  });

  it.each([
    ["is no JSON", "hello"],
    ["has another shape", '{"ok":true,"results":{}}'],
    ["has a member too many", '{"ok":true,"result":{},"run":"x"}'],
  ])("fails the question where an answer %s", async (_what, line) => {
    const data = folder();
    const address = controlAddress(data);
    secureFolder(address.folder ?? "");
    const server = createServer((socket) =>
      socket.on("error", () => undefined).on("data", () => socket.write(`${line}\n`)),
    );
    await new Promise<void>((resolve) => server.listen(address.path, resolve));
    onTestFinished(() => void server.close());
    const bot = await findBot(address);
    await expect(bot?.ask({ do: "status" })).rejects.toThrow(ControlSocketError);
  });

  it("finds no bot if none ever ran", async () => {
    expect(await findBot(controlAddress(folder()))).toBeNull();
  });

  it("reports a bot that ends before it has answered", async () => {
    const data = folder();
    let arrived: () => void = () => undefined;
    const arrival = new Promise<void>((resolve) => (arrived = resolve));
    const server = await serve(data, () => {
      arrived();
      return new Promise(() => undefined);
    });
    const bot = await findBot(controlAddress(data));
    const asked = bot?.ask({ do: "status" }).catch((error: unknown) => error);
    await arrival;
    await server.close();
    expect(await asked).toBeInstanceOf(BotGoneError);
  });

  it.each([
    ["what is no JSON", "hello\n", "CONTROL_REQUEST"],
    ["what is no object", "3\n", "CONTROL_REQUEST"],
    ["an unknown request", '{"do":"explode"}\n', "CONTROL_REQUEST"],
    ["a request with an unknown member", '{"do":"status","x":1}\n', "CONTROL_REQUEST"],
    ["a swap without an amount", '{"do":"swap","from":"a","to":"b","reason":"r"}\n', "CONTROL_REQUEST"],
    ["an amount with an exponent", '{"do":"quote","from":"a","to":"b","amount":"1e3"}\n', "CONTROL_REQUEST"],
    ["a line without an end", "x".repeat(LONGEST_REQUEST + 1), "CONTROL_REQUEST"],
  ])("refuses %s, and goes on", async (_what, text, code) => {
    const data = folder();
    await serve(data);
    const { path } = controlAddress(data);
    expect(JSON.parse(await raw(path, text))).toMatchObject({ ok: false, error: { code } });
    expect(JSON.parse(await raw(path, '{"do":"status"}\n'))).toEqual({ ok: true, result: { do: "status" } });
  });

  it("closes idle connections and those beyond the limit, but none whose request is being answered", async () => {
    const data = folder();
    const { path } = controlAddress(data);
    const answering = new EventEmitter();
    const handle = async (): Promise<JsonObject> => {
      answering.emit("begun");
      await once(answering, "end");
      return { fine: true };
    };
    servers.push(await serveControl(controlAddress(data), handle, { connections: 2, patience: 50 }));
    const begun = once(answering, "begun");
    const asked = raw(path, '{"do":"status"}\n');
    await begun;
    const idle = connect(path);
    await once(idle, "connect");
    const further = connect(path);
    further.on("error", () => undefined);
    await once(further, "close");
    expect(idle.destroyed).toBe(false);
    idle.resume();
    await once(idle, "close");
    answering.emit("end");
    expect(JSON.parse(await asked)).toEqual({ ok: true, result: { fine: true } });
  });

  it("survives a client that goes away", async () => {
    const data = folder();
    await serve(data);
    const { path } = controlAddress(data);
    await new Promise<void>((resolve) => {
      const socket = connect(path, () => {
        socket.write('{"do":');
        socket.destroy();
        resolve();
      });
    });
    expect(JSON.parse(await raw(path, '{"do":"status"}\n'))).toMatchObject({ ok: true });
  });
});

describe("the control address", () => {
  it("lies in the data folder", () => {
    expect(controlAddress("/data/bot", "linux").path).toBe("/data/bot/control/bot.sock");
  });

  it("lies elsewhere if its path would be too long for a socket, and is still unique to the folder", async () => {
    const deep = join(folder(), "x".repeat(120));
    const { path } = controlAddress(deep);
    expect(Buffer.byteLength(path)).toBeLessThanOrEqual(103);
    expect(controlAddress(`${deep}y`).path).not.toBe(path);
    await serve(deep);
    await expect((await findBot(controlAddress(deep)))?.ask({ do: "status" })).resolves.toEqual({ do: "status" });
  });

  it("is the same for both names of a folder, however long they are", async () => {
    const [short, deep] = [folder(), join(folder(), "x".repeat(120))];
    mkdirSync(deep);
    symlinkSync(deep, join(short, "link"));
    for (const platform of ["linux", "win32"] as const)
      expect(controlAddress(join(short, "link"), platform)).toEqual(controlAddress(deep, platform));
    await serve(deep);
    expect(await findBot(controlAddress(join(short, "link")))).not.toBeNull();
  });

  it("is a pipe on Windows", () => {
    expect(controlAddress("C:\\bot", "win32")).toEqual({
      path: expect.stringMatching(/^\\\\\.\\pipe\\contender-/),
      folder: null,
    });
  });
});
