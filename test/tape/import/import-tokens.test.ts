import { describe, expect, test } from "vitest";
import { KNOWN_TOKENS } from "../../../src/model/known-tokens.js";
import { TokenRegistry } from "../../../src/model/token-registry.js";
import { symbolOf } from "../../../src/tape/import/file-symbol.js";
import { tokensOfFiles, type TokenHints } from "../../../src/tape/index.js";

const LINK = "0x514910771AF9Ca656af840dff83E8264EcF986CA";
const names = (files: string[], hints: TokenHints = {}): string[] =>
  tokensOfFiles(files, hints, new TokenRegistry(KNOWN_TOKENS)).map(({ token }) => token.name);

test.each([
  ["BTCUSDT-5m.csv.gz", "BTC", "USDT"],
  ["data/ETH-USD-4h.csv", "ETH", "USD"],
  ["LTCUSD-1m-quote.csv.gz", "LTC", "USD"],
  ["Coinbase_BTCUSD_1h.csv", "BTC", "USD"],
  ["XBTEUR_1440.csv", "XBT", "EUR"],
  ["binance_SOL_USDC.csv", "SOL", "USDC"],
  ["USDCUSDT.csv", "USDC", "USDT"],
  ["XBTUSD_1.csv", "XBT", "USD"],
  ["DOTUSD_60.csv", "DOT", "USD"],
  ["USDTUSD_60.csv", "USDT", "USD"],
  ["BTCTUSD-1m-2023-05.csv", "BTC", "TUSD"],
  ["okx-ETH-USDT.csv", "ETH", "USDT"],
  ["kraken_ETH_BTC_60.csv", "ETH", "BTC"],
  ["BINANCE_ETHUSDT, 60.csv", "ETH", "USDT"],
  ["ETHUSDT(1).csv", "ETH", "USDT"],
  ["ETHUSDT2025-01-01.csv.gz", "ETH", "USDT"],
  ["weth.csv", "WETH", null],
])("%s names %s against %s", (file, symbol, quote) => {
  expect(symbolOf(file)).toMatchObject({ symbol, quote });
});

describe("the token of a file", () => {
  test("is the one that is named for it, in the order of the files", () => {
    expect(names(["a.csv", "b.csv"], { tokens: ["WETH.eth", "SOL.svm"] })).toEqual(["WETH.eth", "SOL.svm"]);
  });

  test("is the one that its symbol is mapped to, or the only one of its name", () => {
    expect(names(["BTCUSDT.csv", "SOLUSDT.csv"], { map: ["BTC=WBTC.eth"] })).toEqual(["WBTC.eth", "SOL.svm"]);
    expect(names(["BTC-USD.csv"])).toEqual(["WBTC.eth"]);
  });

  test("may be an unknown one, with its address", () => {
    const [file] = tokensOfFiles(["LINKUSDT.csv"], { map: [`link=LINK.eth@${LINK}`] }, new TokenRegistry([]));
    expect(file?.token).toEqual({ name: "LINK.eth", address: LINK, chain: "evm", specificChain: "eth", cash: false });
  });
});

describe("an unclear token is refused, with what to write", () => {
  test.each<[string, string[], TokenHints, RegExp, RegExp]>([
    [
      "as many tokens as files",
      ["a.csv", "b.csv"],
      { tokens: ["WETH.eth"] },
      /numbers of files and tokens differ: 2 and 1/,
      /--token once for each file/,
    ],
    ["a symbol on several chains", ["ETHUSDT.csv"], {}, /ETH could be WETH\.eth, WETH\.polygon/, /--map ETH=WETH\.eth/],
    ["a symbol that nobody knows", ["LINKUSDT.csv"], {}, /no token for "LINK"/, /--map LINK=LINK\.eth@0x/],
    ["prices in euros", ["BTCEUR.csv"], { map: ["BTC=WBTC.eth"] }, /prices are in EUR/, /Convert/],
    ["a token without its address", ["a.csv"], { tokens: ["LINK.eth"] }, /no token "LINK\.eth"/, /LINK\.eth@0x/],
    ["an address that is none", ["a.csv"], { tokens: ["LINK.eth@there"] }, /not ALIAS\.chain@ADDRESS/, /Write it like/],
    [
      "a name that is a terminal's command",
      ["a.csv"],
      { tokens: [`\u001b[31mX.eth@${LINK}`] },
      /not ALIAS\.chain@ADDRESS/,
      /Write it like/,
    ],
    ["a name that is a path", ["a.csv"], { map: [`A=../X.eth@${LINK}`] }, /not ALIAS\.chain@ADDRESS/, /Write it like/],
    ["a mapping that is none", ["a.csv"], { map: ["BTC"] }, /not SYMBOL=TOKEN/, /--map BTC=WBTC\.eth/],
  ])("%s", (_name, files, hints, message, remedy) => {
    expect(() => names(files, hints)).toThrow(
      expect.objectContaining({
        message: expect.stringMatching(message) as string,
        remedy: expect.stringMatching(remedy) as string,
      }) as Error,
    );
  });
});
