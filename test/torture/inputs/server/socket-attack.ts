import { connect, type Socket } from "node:net";
import type { Sandbox } from "../../../../src/sandbox/index.js";
import { attack, together, type Assault, type Verdict } from "../attack.js";
import { within } from "../within.js";
import { wire } from "./http-corpus.js";
import { judgeAnswer, judgePrototypes } from "./judge.js";
import { answersIn, sendBytes, type Leaving } from "./raw-socket.js";
import { ledgerOf, quietSandbox } from "./world.js";

/** Connections that hold a half request each, while the others are served. */
const HELD = 40;

/** Bytes of every kind on the sandbox's socket, beside connections that never finish their request. */
export async function attackSockets(seed: string, count: number): Promise<Assault> {
  const sandbox = quietSandbox();
  try {
    const port = Number(new URL(await sandbox.listen(0)).port);
    const key = sandbox.teams[0]?.apiKey ?? "";
    const held = await holdOpen(port, key);
    const wave = await attack(
      { kind: "raw requests", inputs: wire(key), count, take: judgeOfBytes(sandbox, port) },
      seed,
    );
    const after = await stillServes(sandbox, port);
    for (const socket of held) socket.destroy();
    return together([wave, { inputs: { "raw requests": HELD }, failures: after }]);
  } finally {
    await within("the sandbox's end", sandbox.close());
  }
}

interface Sent {
  readonly pieces: readonly Buffer[];
  readonly leaving: Leaving;
}

function judgeOfBytes(sandbox: Sandbox, port: number): (sent: Sent) => Promise<Verdict> {
  let ledger = ledgerOf(sandbox);
  let trades = tradesOf(sandbox);
  // What a client that is gone has asked for may be done a little later.
  let asked = 0;
  return async ({ pieces, leaving }) => {
    asked += Buffer.concat(pieces).toString("latin1").split("/api/trade/execute").length - 1;
    const answers = answersIn(await sendBytes({ port }, pieces, leaving));
    const [now, made] = [ledgerOf(sandbox), tradesOf(sandbox)];
    if (now !== ledger && made === trades) return "the ledger changed without a trade";
    if (made > asked) return `${made} trades were made, ${asked} were asked for`;
    [ledger, trades] = [now, made];
    for (const answer of answers) {
      const verdict = judgeAnswer(answer);
      if (verdict !== null) return verdict;
    }
    return judgePrototypes();
  };
}

const tradesOf = ({ exchange, teams }: Sandbox): number =>
  teams.reduce((sum, { teamId }) => sum + exchange.trades(teamId).length, 0);

async function holdOpen(port: number, key: string): Promise<Socket[]> {
  const halves = [
    "",
    "GET /api/hea",
    `POST /api/trade/execute HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Length: 100\r\n\r\n{"a`,
    `POST /api/trade/execute HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab`,
  ];
  return Promise.all(
    Array.from(
      { length: HELD },
      (_, i) =>
        new Promise<Socket>((resolve, reject) => {
          const socket = connect(port, "127.0.0.1", () => {
            socket.write(halves[i % halves.length] ?? "");
            resolve(socket);
          });
          socket.on("error", reject);
        }),
    ),
  );
}

async function stillServes(sandbox: Sandbox, port: number): Promise<string[]> {
  const bytes = await sendBytes({ port }, [Buffer.from("GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n")], "end");
  const served = answersIn(bytes).some(({ status }) => status === 200);
  const alive = (await sandbox.handle({ method: "GET", path: "/api/health" })).status === 200;
  return served && alive ? [] : ["raw requests: after them the sandbox serves nobody"];
}
