import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openJournalReader, type JournalReader } from "../../../src/journal/index.js";
import { KillService, SPEED } from "./service.js";

/** Milliseconds of the machine: how long a request may take, and how long an unknown trade is looked for. */
const DEADLINE_MS = 300;
export const SETTLE_MS = 1_000;
/** A trade that is made this late is one that nobody looks for any more, unless a restart has begun to look anew. */
const LATE_MS = DEADLINE_MS + 2 * SETTLE_MS;

/** Trades whenever it is asked, and counts how often it was. */
const RESTLESS = `import { defineStrategy, token, z } from "contender";
export default defineStrategy({
  name: "restless",
  summary: "Trades whenever it is asked.",
  params: z.object({ token: token("WETH.eth"), cash: token("USDC.eth"), targets: z.boolean().default(false) }),
  schedule: "*/10 * * * * *",
  state: z.object({ n: z.int().default(0) }),
  needs: ({ token }) => ({ prices: [token] }),
  decide({ params, state, open, book, random, swap, target, hold }) {
    const { token, cash, targets } = params;
    const n = state.n + 1;
    const reason = "n=" + n;
    const decide = () => {
      if (open.length > 0) return hold({ reason });
      if (n % 7 === 3) return swap({ from: cash, to: token, size: { usd: 20 }, limit: 1e9, reason });
      if (targets) return target({ weights: { [token]: random.next() * 0.6 }, reason });
      if (book.valueOf(token) > 1) return swap({ from: token, to: cash, size: { fraction: 1 }, reason });
      return swap({ from: cash, to: token, size: { usd: 20 + random.int(200) }, reason });
    };
    return { decisions: decide(), state: { n } };
  },
});
`;

/** A bot's folder, beside the service that it trades on. */
export interface Stage {
  readonly folder: string;
  readonly service: KillService;
  /** The file of the key, and those that a rotation leaves beside it. */
  readonly keyFiles: { readonly key: string; readonly beside: readonly string[] };
  reader(): JournalReader;
  close(): Promise<void>;
}

/** @param options whether the bot records its tape too, and in how many milliseconds of the machine the competition begins, null: when the service is told to */
export async function openStage(
  seed: string,
  { record = false, beginsIn = 0 }: { readonly record?: boolean; readonly beginsIn?: number | null } = {},
): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), "contender-kills-"));
  const service = new KillService(seed, LATE_MS, beginsIn);
  const url = await service.listen();
  const key = join(folder, "key");
  writeFileSync(join(folder, "restless.mjs"), RESTLESS);
  writeFileSync(key, `${service.key}\n`, { mode: 0o600 });
  writeFileSync(
    join(folder, "contender.yaml"),
    `service: { baseUrl: "${url}", keyFile: ./key }
clock: { speed: ${SPEED} }
competition: { watchEvery: 1m, minTradesPerDay: 0 }
execution: { deadline: ${DEADLINE_MS}ms, settle: ${SETTLE_MS}ms }
strategies:
  - { use: ./restless.mjs, name: eth, allocation: 0.5 }
  - { use: ./restless.mjs, name: sol, allocation: 0.4, params: { token: SOL.svm, cash: USDC.svm, targets: true } }
data: ./data
record: ${record}
`,
  );
  return {
    folder,
    service,
    keyFiles: { key, beside: [".rotating", ".next", ".previous"].map((ending) => key + ending) },
    reader: () => openJournalReader(join(folder, "data")),
    async close() {
      await service.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
