import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { inspect } from "node:util";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Secrets } from "../../../src/core/secrets.js";
import {
  AuthError,
  KeyNotRotatableError,
  KeyRotationError,
  KeySourceError,
  ServiceError,
} from "../../../src/gateway/errors.js";
import { KeyFile } from "../../../src/gateway/keys/key-file.js";
import { fixedKey } from "../../../src/gateway/keys/key-store.js";
import { emptyFolder } from "../../support/empty-folder.js";

const OLD = "0123456789abcdef_0123456789abcdef";
const NEW = "fedcba9876543210_fedcba9876543210";

let dir = "";
let path = "";
let secrets: Secrets;
beforeEach(() => {
  dir = emptyFolder();
  path = join(dir, "key");
  secrets = new Secrets();
  writeFileSync(path, `${OLD}\n`, { mode: 0o600 });
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});
const REFUSED = { operation: "resetApiKey", status: 500, text: "", recognised: null };

const open = (): KeyFile => new KeyFile(path, secrets);
const files = (): string[] => readdirSync(dir).sort();
const content = (name: string): string => readFileSync(join(dir, name), "utf8").trim();

describe("a key file", () => {
  test("gives the key without the line's end, and registers it as a secret", () => {
    expect(open().key()).toBe(OLD);
    expect(secrets.scrub(`it is ${OLD}`)).toBe("it is [secret]");
  });

  test.each([0o644, 0o640, 0o604, 0o660, 0o777])(
    "that others may access (mode %o) is refused with the remedy",
    (mode) => {
      chmodSync(path, mode);
      expect(open).toThrow(
        expect.objectContaining({ code: "KEY_SOURCE", remedy: `Close it to them: chmod 600 ${path}` }),
      );
    },
  );

  test.each([0o600, 0o400])("that only its owner may read (mode %o) is accepted", (mode) => {
    chmodSync(path, mode);
    expect(open().key()).toBe(OLD);
  });

  test.each(["", "   \n", "two words", "line\nline", "ключ"])(
    "with %j in it is refused, and the text is not repeated",
    (text) => {
      writeFileSync(path, text);
      try {
        open();
        expect.unreachable();
      } catch (error) {
        expect(error).toBeInstanceOf(KeySourceError);
        if (text.trim() !== "") expect((error as Error).message).not.toContain(text);
      }
    },
  );

  test("that is missing, or is a folder, is refused", () => {
    rmSync(path);
    expect(open).toThrow(KeySourceError);
    path = dir;
    expect(open).toThrow(`${dir} is not a file`);
  });

  test("that belongs to another user is refused with the remedy", () => {
    vi.spyOn(process, "getuid").mockReturnValue(statSync(path).uid + 1);
    expect(open).toThrow(
      expect.objectContaining({ code: "KEY_SOURCE", remedy: `Make it yours: chown $(id -u) ${path}` }),
    );
  });
});

describe("a key from the environment", () => {
  test("is not rotated, and the remedy says where to put it", async () => {
    const store = fixedKey(` ${OLD} `, secrets);
    expect(store.key()).toBe(OLD);
    await expect(store.rotate(() => Promise.resolve(NEW))).rejects.toThrow(KeyNotRotatableError);
    expect(() => fixedKey("", secrets)).toThrow(KeySourceError);
  });
});

describe("a rotation", () => {
  test("has the new key on disk when it resolves, and the old one beside it until the new one has worked", async () => {
    const store = open();
    await store.rotate((key) => Promise.resolve(key === OLD ? NEW : "wrong"));
    expect([store.key(), content("key"), content("key.previous")]).toEqual([NEW, NEW, OLD]);
    expect(store.former()).toEqual([OLD]);
    for (const name of files()) expect(statSync(join(dir, name)).mode & 0o777).toBe(0o600);
    store.confirm();
    expect(files()).toEqual(["key"]);
    expect(secrets.scrub(NEW)).toBe("[secret]");
  });

  test("marks its intent and reserves room for the keys before its request, without a key in it", async () => {
    const store = open();
    await store.rotate(() => {
      expect(files()).toEqual(["key", "key.next", "key.previous", "key.rotating"]);
      for (const name of ["key.next", "key.previous"])
        expect([content(name), statSync(join(dir, name)).size]).toEqual(["", 4096]);
      expect(store.former()).toEqual([]);
      return Promise.resolve(NEW);
    });
    expect(readFileSync(path, "utf8")).toBe(`${NEW}\n`);
  });

  test("keeps the keys that an earlier one left until there is a newer one", async () => {
    writeFileSync(join(dir, "key.previous"), "an-older-key\n", { mode: 0o600 });
    await open().rotate(() => {
      expect(content("key.previous")).toBe("an-older-key");
      return Promise.resolve(NEW);
    });
    expect(readFileSync(join(dir, "key.previous"), "utf8")).toBe(`${OLD}\n`);
  });

  test("of a link changes the file that the link leads to", async () => {
    const link = join(dir, "link");
    symlinkSync(path, link);
    await new KeyFile(link, secrets).rotate(() => Promise.resolve(NEW));
    expect(content("key")).toBe(NEW);
  });

  test.each([new Error("reset"), new ServiceError(REFUSED)])(
    "whose answer is lost (%s) keeps the mark, for the next start to find out",
    async (error) => {
      const store = open();
      await expect(store.rotate(() => Promise.reject(error))).rejects.toBe(error);
      expect([store.key(), store.interrupted(), content("key")]).toEqual([OLD, true, OLD]);
    },
  );

  test("that is refused keeps the keys that an earlier one left", async () => {
    writeFileSync(join(dir, "key.previous"), "an-older-key\n", { mode: 0o600 });
    await expect(open().rotate(() => Promise.reject(new AuthError(REFUSED)))).rejects.toThrow(AuthError);
    expect([files(), content("key.previous")]).toEqual([["key", "key.previous"], "an-older-key"]);
  });

  test("closes files beside the key that others could read, before it writes a key into them", async () => {
    for (const name of ["key.next", "key.previous"]) writeFileSync(join(dir, name), "\n", { mode: 0o644 });
    await open().rotate(() => Promise.resolve(NEW));
    for (const name of files()) expect(statSync(join(dir, name)).mode & 0o777, name).toBe(0o600);
  });

  test.each([
    ["before the new key is in its place", "key.previous", "key.next"],
    ["after the new key is in its place", "key.rotating", "key"],
  ])("that cannot go on %s reports the place", async (_when, blocked, where) => {
    const store = open();
    const rotation = store.rotate(() => {
      rmSync(join(dir, blocked));
      mkdirSync(join(dir, blocked));
      return Promise.resolve(NEW);
    });
    await expect(rotation).rejects.toThrow(`The key was changed: the new one is in ${join(dir, where)}, but`);
    expect([store.key(), content(where)]).toEqual([NEW, NEW]);
  });

  test("cannot begin if nothing can be written beside the key, and then sends nothing", async () => {
    const store = open();
    rmSync(dir, { recursive: true });
    let asked = false;
    const rotation = store.rotate(() => {
      asked = true;
      return Promise.resolve(NEW);
    });
    await expect(rotation).rejects.toMatchObject({
      code: "KEY_ROTATION",
      remedy: "Make the folder one that you may write to.",
    });
    expect(asked).toBe(false);
  });

  test("whose new key cannot be written beside the old one uses it, and keeps it elsewhere for its owner", async () => {
    const store = open();
    const failed: unknown = await store
      .rotate(() => {
        rmSync(dir, { recursive: true });
        return Promise.resolve(NEW);
      })
      .catch((thrown: unknown) => thrown);
    expect(failed).toMatchObject({ code: "KEY_ROTATION", remedy: expect.stringMatching(/cp .+ .+key$/) as string });
    const elsewhere = /it is in (.+)$/.exec((failed as Error).message)?.[1] ?? "";
    expect([store.key(), readFileSync(elsewhere, "utf8"), statSync(elsewhere).mode & 0o777]).toEqual([
      NEW,
      `${NEW}\n`,
      0o600,
    ]);
    rmSync(dirname(elsewhere), { recursive: true });
  });

  test("whose new key can be written nowhere uses it, reports that without the key, and writes it once possible", async () => {
    const store = open();
    vi.stubEnv("TMPDIR", join(dir, "gone"));
    const failed: unknown = await store
      .rotate(() => {
        rmSync(dir, { recursive: true });
        return Promise.resolve(NEW);
      })
      .catch((thrown: unknown) => thrown);
    expect(failed).toMatchObject({
      code: "KEY_ROTATION",
      message: "The new key could not be written anywhere: only this process has it now",
      cause: { code: "ENOENT" },
    });
    expect([store.key(), inspect(failed).includes(NEW)]).toEqual([NEW, false]);
    mkdirSync(dir);
    for (const name of ["key", "key.rotating"])
      writeFileSync(join(dir, name), name === "key" ? OLD : "", { mode: 0o600 });
    await store.recover((key) => Promise.resolve(key === NEW));
    expect([content("key"), files()]).toEqual([NEW, ["key"]]);
  });

  test("whose answer cannot be kept beside the key keeps it elsewhere, for its owner alone", () => {
    const store = open();
    rmSync(dir, { recursive: true });
    const elsewhere = store.keepAnswer("half an answer");
    expect([readFileSync(elsewhere, "utf8"), statSync(elsewhere).mode & 0o777]).toEqual(["half an answer", 0o600]);
    rmSync(dirname(elsewhere), { recursive: true });
    vi.stubEnv("TMPDIR", join(dir, "gone"));
    expect(() => store.keepAnswer("half an answer")).toThrow(dir);
  });
});

describe("a start after an interrupted rotation", () => {
  const accepts =
    (...valid: string[]) =>
    (key: string): Promise<boolean> =>
      Promise.resolve(valid.includes(key));
  const lay = (name: string, key: string): void => writeFileSync(join(dir, name), key, { mode: 0o600 });

  test.each<[string, Record<string, string>, string]>([
    ["before the service was asked", { "key.rotating": "" }, OLD],
    ["with the new key on disk", { "key.rotating": "", "key.next": NEW }, NEW],
    ["with a torn new key", { "key.rotating": "", "key.next": NEW.slice(0, 9) }, OLD],
    ["with room for a new key", { "key.rotating": "", "key.next": "\n".repeat(4096), "key.previous": "\n" }, OLD],
    ["with a new key in front of the filler", { "key.rotating": "", "key.next": NEW.padEnd(4096, "\n") }, NEW],
    ["with an empty new key", { "key.rotating": "", "key.next": "" }, OLD],
    ["with the old key aside", { "key.rotating": "", "key.next": NEW, "key.previous": OLD }, NEW],
    ["with the new key in its place", { key: NEW, "key.rotating": "", "key.previous": OLD }, NEW],
    ["with a new key that was never valid", { key: NEW, "key.previous": OLD }, OLD],
  ])("%s finds the valid key, and leaves nothing beside it", async (_case, found, valid) => {
    for (const [name, key] of Object.entries(found)) lay(name, key);
    const store = open();
    expect(store.interrupted()).toBe(true);
    await store.recover(accepts(valid));
    expect([store.key(), content("key"), files()]).toEqual([valid, valid, ["key"]]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test("that finds no valid key reports it, and removes nothing", async () => {
    lay("key.rotating", "");
    await expect(open().recover(accepts())).rejects.toThrow(KeyRotationError);
    expect(files()).toEqual(["key", "key.rotating"]);
  });

  test("that cannot reach the service removes nothing", async () => {
    lay("key.next", NEW);
    await expect(open().recover(() => Promise.reject(new Error("offline")))).rejects.toThrow("offline");
    expect(files()).toEqual(["key", "key.next"]);
  });

  test("sends nothing if no rotation was interrupted", async () => {
    await open().recover(() => Promise.reject(new Error("asked")));
    expect(existsSync(path)).toBe(true);
  });
});

describe("files that other users put beside the key", () => {
  test.each([".next", ".previous", ".rotating"])(
    "a link in the place of %s is not followed by a rotation",
    async (suffix) => {
      const target = join(dir, "precious");
      writeFileSync(target, "precious\n", { mode: 0o644 });
      symlinkSync(target, `${path}${suffix}`);
      const key = open();
      await expect(key.rotate(async () => NEW)).rejects.toThrow(KeyRotationError);
      expect(readFileSync(target, "utf8")).toBe("precious\n");
      expect(statSync(target).mode & 0o777).toBe(0o644);
      expect(content("key")).toBe(OLD);
    },
  );

  test("a dangling link makes no file where it leads", async () => {
    const target = join(dir, "elsewhere");
    symlinkSync(target, `${path}.next`);
    await expect(open().rotate(async () => NEW)).rejects.toThrow(KeyRotationError);
    expect(existsSync(target)).toBe(false);
  });

  test("a key behind a link in the place of .next is no candidate", async () => {
    const target = join(dir, "theirs.key");
    writeFileSync(target, "1111111111111111_1111111111111111\n", { mode: 0o600 });
    symlinkSync(target, `${path}.next`);
    const tried: string[] = [];
    await open().recover(async (key) => tried.push(key) > 0);
    expect(tried).toEqual([OLD]);
  });

  test.each([0o777, 0o770, 0o722, 0o1777])(
    "a folder that others may write to (mode %o) is refused with the remedy",
    (mode) => {
      chmodSync(dir, mode);
      const remedy = expect.stringContaining(`chmod go-w ${dir}`) as string;
      expect(open).toThrow(expect.objectContaining({ code: "KEY_SOURCE", remedy }));
    },
  );

  test("a folder that others may only look into is accepted", () => {
    chmodSync(dir, 0o755);
    expect(open().key()).toBe(OLD);
  });
});
