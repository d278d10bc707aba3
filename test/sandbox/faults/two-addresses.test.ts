import { afterEach, expect, test, vi } from "vitest";
import { rawRequest, type RawAnswer } from "./raw-client.js";
import { EXECUTE, requestOf, scene, SECOND, START, STATUS, type Scene } from "./scene.js";

// On this machine `localhost` may be one address alone, and ::1 may be none of it.
const SECOND_ADDRESS = process.platform === "linux" ? "127.0.0.2" : "::1";
vi.mock("../../../src/sandbox/addresses.js", () => ({
  addressesOf: () => Promise.resolve(["127.0.0.1", SECOND_ADDRESS]),
}));

let open: Scene | undefined;
afterEach(async () => {
  await open?.close();
});

test("a sandbox on localhost listens on both of its addresses, is away from both, and comes back on both", async () => {
  const it = (open = scene([{ kind: "away", from: "1m", for: "1h" }]));
  const { port } = new URL(await it.sandbox.listen(0, "localhost"));
  const hosts = ["127.0.0.1", SECOND_ADDRESS.includes(":") ? `[${SECOND_ADDRESS}]` : SECOND_ADDRESS];
  const everywhere = (line: string): Promise<RawAnswer[]> =>
    Promise.all(hosts.map((host) => rawRequest(`http://${host}:${port}`, requestOf(line, it.key))));
  expect((await everywhere(EXECUTE)).map(({ status }) => status)).toEqual([200, 200]);
  it.clock.runUntil(START + 60 * SECOND);
  expect((await everywhere(STATUS)).map(({ end }) => end)).toEqual(["refused", "refused"]);
  it.clock.runUntil(START + 3_660 * SECOND);
  await expect.poll(async () => (await everywhere(STATUS)).map(({ status }) => status)).toEqual([200, 200]);
  expect(it.made()).toHaveLength(2);
  await it.sandbox.close();
  expect((await everywhere(STATUS)).map(({ end }) => end)).toEqual(["refused", "refused"]);
});
