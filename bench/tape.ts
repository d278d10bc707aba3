import { createRequire } from "node:module";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openTape, syntheticTape } from "../src/tape/index.js";
import { tokenOfName } from "../src/tape/folder/token-identity.js";
import { atMost, interleaved, type Contestant, type Row } from "./harness.js";

const ROWS = 5_000_000;
const ROUNDS = 9;
const TOKEN = "WETH.eth";
const contestants = fileURLToPath(new URL("../../bench/contestants/package.json", import.meta.url));

/** What is used of @duckdb/node-api. */
interface DuckDb {
  readonly DuckDBInstance: { create(path: string): Promise<{ connect(): Promise<Connection> }> };
}
interface Connection {
  run(sql: string): Promise<{ fetchAllChunks(): Promise<Chunk[]> }>;
}
interface Chunk {
  readonly rowCount: number;
  /** `items` is not in its types: it is the way without an object or a call a row. */
  getColumnVector(column: number): { readonly items: Float64Array };
}

/** Opening a compacted tape and having a token's times and prices as columns, against DuckDB reading the same file into the same columns. */
export async function run(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "contender-bench-tape-"));
  try {
    const tape = join(folder, "tape");
    await make(tape);
    const { DuckDBInstance } = duckDb();
    const connection = await (await DuckDBInstance.create(":memory:")).connect();
    const file = join(tape, `prices-${TOKEN}.parquet`);
    const ratio = await interleaved(opened(tape), duck(connection, file), ROUNDS);
    return [
      atMost(1, {
        name: "tape: opening five million rows (seconds)",
        baseline: "the same Parquet file through @duckdb/node-api",
        ratio,
        rounds: ROUNDS,
      }),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function make(folder: string): Promise<void> {
  const every = 60_000;
  const from = Date.UTC(2016, 0, 1);
  await syntheticTape({
    folder,
    seed: "bench",
    from,
    to: from + ROWS * every,
    every,
    tokens: [{ token: tokenOfName(TOKEN), price: 3_000 }],
  });
}

function opened(folder: string): Contestant {
  return timed(() => {
    const series = openTape(folder).prices(TOKEN);
    if (series === null) throw new Error("the tape lacks its token");
    return Promise.resolve({ times: series.times, usd: series.prices });
  });
}

function duck(connection: Connection, file: string): Contestant {
  return timed(async () => {
    const result = await connection.run(`SELECT epoch_ms("time")::DOUBLE, usd FROM read_parquet('${file}')`);
    const times = new Float64Array(ROWS);
    const usd = new Float64Array(ROWS);
    let row = 0;
    for (const chunk of await result.fetchAllChunks()) {
      times.set(chunk.getColumnVector(0).items.subarray(0, chunk.rowCount), row);
      usd.set(chunk.getColumnVector(1).items.subarray(0, chunk.rowCount), row);
      row += chunk.rowCount;
    }
    return { times: times.subarray(0, row), usd: usd.subarray(0, row) };
  });
}

/** Seconds until both columns are there and one is summed. */
function timed(read: () => Promise<{ times: Float64Array; usd: Float64Array }>): Contestant {
  return {
    run: async () => {
      const started = performance.now();
      const { times, usd } = await read();
      const sum = usd.reduce((total, price) => total + price, 0);
      const figure = (performance.now() - started) / 1000;
      return { figure, fingerprint: `${times.length} rows to ${times.at(-1)}, ${sum}` };
    },
  };
}

function duckDb(): DuckDb {
  try {
    return createRequire(contestants)("@duckdb/node-api") as DuckDb;
  } catch (cause) {
    throw new Error("DuckDB is not installed: run `npm install --no-package-lock` in bench/contestants", { cause });
  }
}
