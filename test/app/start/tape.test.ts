import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { openRecording } from "../../../src/app/start/tape.js";
import { silentLog, type Log } from "../../../src/core/log.js";
import { KNOWN_TOKENS } from "../../../src/model/known-tokens.js";
import { TokenRegistry } from "../../../src/model/token-registry.js";
import { TapeWriter } from "../../../src/tape/index.js";
import { emptyFolder } from "../../support/empty-folder.js";

it("a tape that is gone and cannot even be closed (EIO of a lost drive) does not stop trading", () => {
  const folder = join(emptyFolder(), "tape");
  const recording = openRecording(folder, "test", new TokenRegistry(KNOWN_TOKENS), silentLog);
  recording.record("WETH.eth", { usd: 1, readAt: 0, movedAt: 0 }, 0);
  rmSync(folder, { recursive: true });
  const closing = vi.spyOn(TapeWriter.prototype, "close").mockImplementationOnce(() => {
    throw Object.assign(new Error("EIO: i/o error, close"), { code: "EIO" });
  });
  expect(() => recording.record("WBTC.eth", { usd: 1, readAt: 1, movedAt: 1 }, 1)).not.toThrow();
  expect(recording.failure()).toContain("removed, moved or replaced");
  expect(closing).toHaveBeenCalledOnce();
  closing.mockRestore();
});

it("a tape that disappears in the last second before the end is reported at the end", () => {
  const told: string[] = [];
  const log: Log = { ...silentLog, warn: (text) => void told.push(text) };
  const folder = join(emptyFolder(), "tape");
  const recording = openRecording(folder, "test", new TokenRegistry(KNOWN_TOKENS), log);
  recording.record("WETH.eth", { usd: 1, readAt: 0, movedAt: 0 }, 0);
  rmSync(folder, { recursive: true });
  recording.close();
  expect(told).toEqual([expect.stringContaining("no longer recorded. ")]);
});
