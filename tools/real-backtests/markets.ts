import { join } from "node:path";

/** One file of candles, and the token that it becomes. */
export interface Candles {
  readonly file: string;
  readonly token: string;
}

/** Candles that become one tape, and the settings with which strategies look at them. */
export interface DataSet {
  readonly name: string;
  /** Where the candles come from, as the tape says it. */
  readonly source: string;
  readonly candles: readonly Candles[];
  /** Params of each strategy beside its token. */
  readonly params: Readonly<Record<"sma-cross" | "mean-reversion", Readonly<Record<string, string>>>>;
}

const BINANCE = {
  BTC: "WBTC.eth",
  ETH: "WETH.eth",
  SOL: "SOL.svm",
  ARB: "ARB.eth",
  MATIC: "MATIC.eth",
  LINK: "LINK.eth",
  UNI: "UNI.eth",
  AAVE: "AAVE.eth",
  OP: "OP.optimism",
  PEPE: "PEPE.eth",
};

/** The real candles that are shown, in a folder of data: relative to the project, or absolute. */
export function dataSets(data: string): DataSet[] {
  return [
    {
      name: "binance",
      source: "Binance spot, 5-minute candles",
      candles: Object.entries(BINANCE).map(([symbol, token]) => ({
        file: join(data, "binance-spot-5m-2024", `${symbol}USDT-5m.csv.gz`),
        token,
      })),
      params: { "sma-cross": {}, "mean-reversion": {} },
    },
    {
      name: "coinbase",
      source: "Coinbase, 4-hour candles",
      candles: [
        { file: join(data, "coinbase-4h-2016-2025", "BTC-USD-4h.csv.gz"), token: "WBTC.eth" },
        { file: join(data, "coinbase-4h-2016-2025", "ETH-USD-4h.csv.gz"), token: "WETH.eth" },
      ],
      // Bars shorter than the tape's would be flat.
      params: { "sma-cross": { interval: "4h" }, "mean-reversion": { interval: "1h", count: "160" } },
    },
  ];
}
