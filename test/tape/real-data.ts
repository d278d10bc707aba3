import { existsSync } from "node:fs";
import { join, resolve } from "node:path";

const folder = process.env["CONTENDER_DATA"] ?? resolve(import.meta.dirname, "../../../shared/data");

/** The folder of real market data, beside the project or where CONTENDER_DATA says. */
export const hasRealData = existsSync(join(folder, "binance-spot-5m-2024"));

/** A file of it. */
export const realFile = (...path: string[]): string => join(folder, ...path);

/** The five-minute bars of a symbol against USDT. */
export const binanceFile = (symbol: string): string => realFile("binance-spot-5m-2024", `${symbol}USDT-5m.csv.gz`);
