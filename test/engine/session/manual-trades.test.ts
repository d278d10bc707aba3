import { expect, test } from "vitest";
import type { SwapProgress } from "../../../src/engine/control.js";
import type { Venue } from "../../../src/model/venue.js";
import { idler } from "../strategies.js";
import { flush, HOUR, makeWorld, MINUTE, pass } from "../world.js";

const SWAP = { from: "USDC.eth", to: "WETH.eth", size: { usd: 20 }, reason: "by hand" };

/** A bot that decides nothing, and a swap by hand whose answer is lost; `trades` may be read or not. */
async function lostAnswer(change: (venue: Venue) => Partial<Venue> = () => ({})) {
  const world = makeWorld({
    strategies: [{ definition: idler(), allocation: 0.5 }],
    duration: 5 * HOUR,
    venue: (venue) => ({
      ...venue,
      execute: async (request, options) => {
        await venue.execute(request, options);
        return { kind: "unknown", error: new Error("reset") };
      },
      ...change(venue),
    }),
  });
  const ended = world.engine.run();
  await pass(world, MINUTE);
  const told: SwapProgress[] = [];
  const heard: unknown[] = [];
  world.engine
    .swap(SWAP, (progress) => told.push(progress))
    .then(
      ({ outcomes }) => heard.push(...outcomes.map(({ status }) => status)),
      (error: unknown) => heard.push(error),
    );
  await flush();
  return { world, told, heard, ended, id: world.journal.intents[0]?.intent.id ?? "" };
}

/** A list of trades that can be read once, before the swap, and again when it is told so. */
function closedList() {
  const list = { open: true };
  const change = (venue: Venue): Partial<Venue> => ({
    trades: (options) => {
      if (!list.open) throw new Error("not now");
      return venue.trades(options);
    },
    quote: (request, options) => {
      list.open = false;
      return venue.quote(request, options);
    },
  });
  return { list, change };
}

test("a swap whose answer is lost is answered once the trade is found, and reported meanwhile", async () => {
  const { list, change } = closedList();
  const { world, told, heard, id } = await lostAnswer(change);
  expect(told).toEqual([
    { open: [id], unknown: null },
    { open: [id], unknown: { intent: id, reason: "reset" } },
  ]);
  expect(heard).toEqual([]);
  await pass(world, 10 * MINUTE);
  expect(heard).toEqual([]);
  list.open = true;
  await pass(world, 10 * MINUTE);
  expect(heard).toEqual(["filled"]);
});

test("a swap that ends in conflict gets that answer", async () => {
  const { world, heard } = await lostAnswer(() => ({ trades: () => [] }));
  await pass(world, HOUR);
  expect(heard).toEqual(["conflict"]);
});

test("a bot that ends before the answer names the intent, and warns not to repeat the swap", async () => {
  const { world, heard, ended, id } = await lostAnswer(closedList().change);
  world.engine.stop("SIGTERM");
  world.engine.stop("SIGTERM");
  await ended;
  await flush();
  expect(heard).toMatchObject([{ code: "SWAP_UNSETTLED" }]);
  const [{ message, remedy }] = heard as [{ message: string; remedy: string }];
  expect(message).toContain(id);
  expect(remedy).toMatch(/do not repeat it/);
  expect(remedy).toContain(`contender journal explain ${id}`);
});

test("a swap of more than the book has is refused before any of it is planned; one of exactly all is made", async () => {
  const world = makeWorld({ strategies: [idler()], duration: HOUR });
  const ended = world.engine.run();
  await pass(world, MINUTE);
  const slip = { ...SWAP, size: { amount: "50000" }, book: "idler" };
  await expect(world.engine.swap(slip)).rejects.toMatchObject({
    code: "BOOK_TOO_SMALL",
    message: '50000 USDC.eth were to be sold, and the book "idler" has 5000',
    remedy: "Ask for 5000 at most to sell it all, or say with --book whose part pays.",
  });
  expect(world.journal.intents).toEqual([]);
  const { outcomes: all } = await world.engine.swap({ ...slip, size: { amount: "5000" } });
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set(["filled"]));
  world.engine.stop("SIGTERM");
  await ended;
});

test("a swap from a book that has nothing of the token names the books that have some, and leaves nothing behind", async () => {
  const world = makeWorld({ strategies: [idler()], duration: HOUR });
  const ended = world.engine.run();
  await pass(world, MINUTE);
  for (const more of [{}, { book: "idle" }])
    await expect(world.engine.swap({ ...SWAP, ...more })).rejects.toMatchObject({
      code: "OTHER_BOOK",
      message: `The book "${more.book ?? "unassigned"}" has no USDC.eth to sell; it is in: idler`,
      remedy: "--book idler says who pays.",
    });
  // Of a token that no book has it is told what planning tells.
  const nobodys = await world.engine.swap({ ...SWAP, from: "WETH.eth", to: "USDC.eth", book: "idler" });
  expect(nobodys.outcomes.map(({ status }) => status)).toEqual(["refused"]);
  expect(world.journal.intents).toEqual([]);
  expect(await world.engine.swap({ ...SWAP, book: "idler" })).toMatchObject({ outcomes: [{ status: "filled" }] });
  world.engine.stop("SIGTERM");
  await ended;
});
