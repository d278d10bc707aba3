import { mkdtempSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { controlAddress } from "../../../../src/app/control/address.js";
import { replySchema, requestSchema, type Request } from "../../../../src/app/control/requests.js";
import { serveControl } from "../../../../src/app/control/server.js";
import { ControlRequestError } from "../../../../src/app/errors.js";
import { attack, together, type Assault, type Verdict } from "../attack.js";
import { hostileJson, hostileValue } from "../hostile-values.js";
import { mutated, mutatedBytes } from "../mutations.js";
import { within } from "../within.js";
import { judgePrototypes } from "./judge.js";
import { sendBytes } from "./raw-socket.js";

const REQUESTS: readonly Request[] = [
  { do: "status" },
  { do: "quote", from: "USDC.eth", to: "WETH.eth", amount: "1" },
  { do: "swap", from: "USDC.eth", to: "WETH.eth", amount: "1", reason: "because", book: "unassigned" },
  { do: "set-profile", contactPerson: "Ann", metadata: { description: "d" } },
  { do: "resolve", intent: "7k2m9x", verdict: "filled", trade: "t", reason: "seen" },
  { do: "rotate-key" },
];

const line = (request: Request): Buffer => Buffer.from(`${JSON.stringify(request)}\n`);

const bytes: fc.Arbitrary<Buffer> = fc.oneof(
  { weight: 6, arbitrary: mutated(REQUESTS).map((value) => Buffer.from(`${hostileJson(pick(value))}\n`)) },
  { weight: 3, arbitrary: fc.constantFrom(...REQUESTS.map(line)).chain(mutatedBytes) },
  { weight: 1, arbitrary: hostileValue.map((value) => Buffer.from(`${hostileJson(value)}\n{"do":"status"}\n`)) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((all) => Buffer.from(all)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      Buffer.from(`{"do":"set-profile","metadata":{"a":${"[".repeat(20_000)}${"]".repeat(20_000)}}}\n`),
      Buffer.from("["),
      Buffer.from(`${"[".repeat(60_000)}\n`),
      Buffer.alloc(300_000, 97),
      Buffer.from(`"${"x".repeat(70_000)}"\n`),
      Buffer.from("GET / HTTP/1.1\r\nHost: x\r\n\r\n"),
    ),
  },
);

/** One of the list that was changed, or what became of it. */
function pick(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const [first, ...rest] = value.filter((one, i) => JSON.stringify(one) !== JSON.stringify(REQUESTS[i]));
  return first ?? rest[0] ?? value[0];
}

/** Bytes of every kind on the bot's control socket: only what is a request reaches the bot. */
export async function attackControl(seed: string, count: number): Promise<Assault> {
  const folder = mkdtempSync(join(tmpdir(), "contender-inputs-"));
  const address = controlAddress(folder);
  const reached: unknown[] = [];
  const server = await serveControl(address, async (request) => {
    reached.push(request);
    if (request.do === "rotate-key") throw new ControlRequestError("not now");
    return { done: request.do };
  });
  const held: Socket[] = [];
  try {
    for (let i = 0; i < 10; i++) held.push(connect(address.path).on("error", () => undefined));
    const take = async (sent: Buffer): Promise<Verdict> => {
      reached.length = 0;
      return judge(await sendBytes({ path: address.path }, [sent], "end"), reached);
    };
    const wave = await attack({ kind: "control requests", inputs: bytes, count, take }, seed);
    const reply = await sendBytes({ path: address.path }, [line({ do: "status" })], "end");
    const failures = reply.includes('"ok":true') ? [] : ["control requests: after them the bot answers nobody"];
    return together([wave, { inputs: {}, failures }]);
  } finally {
    for (const socket of held) socket.destroy();
    await within("the control socket's end", server.close());
    rmSync(folder, { recursive: true, force: true });
  }
}

function judge(received: Buffer, reached: readonly unknown[]): Verdict {
  if (reached.length > 1) return `${reached.length} requests of one connection reached the bot`;
  if (reached.some((request) => !requestSchema.safeParse(request).success)) return "what is no request reached the bot";
  const text = received.toString("utf8");
  // Who said nothing whole is told nothing.
  if (text === "") return reached.length === 0 ? judgePrototypes() : "a request was not answered";
  const lines = text.split("\n");
  if (lines.length !== 2 || lines[1] !== "") return `it answered ${lines.length - 1} lines`;
  const reply = replySchema.parse(JSON.parse(lines[0] ?? ""));
  if (!reply.ok && reply.error.code === "INTERNAL") return `it says of itself that it failed: ${reply.error.message}`;
  return judgePrototypes();
}
