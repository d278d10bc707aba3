import { gzipSync } from "node:zlib";
import fc from "fast-check";
import type { ExecuteResult } from "../../../../src/model/trade.js";
import { parseBaseUrl } from "../../../../src/gateway/base-url.js";
import { httpTransport } from "../../../../src/gateway/http.js";
import { SAMPLES } from "../../../contract/samples.js";
import { attack, type Assault, type Verdict } from "../attack.js";
import { mutatedBytes } from "../mutations.js";
import { judgePrototypes } from "../server/judge.js";
import { within } from "../within.js";
import { outcomeOf } from "./answer-attack.js";
import { judgeOutcome } from "./judge.js";
import { rawServer, type RawAnswer, type RawServer } from "./raw-server.js";
import { CALL_IDS, CALLS, gatewayTo, type CallId } from "./world.js";

/** Of one call: whoever is silent is given up after it. */
const DEADLINE_MS = 150;
/** Longer bodies are refused. Bytes. */
const LARGEST = 300_000;
/** Calls under way at once. */
const AT_ONCE = 16;

const zipped = gzipSync(Buffer.alloc(10_000_000)).toString("latin1");

/** Answers as they stand on the wire: sound ones, and those that are wrong in a way of their own. */
function wireCorpus(id: CallId): readonly Buffer[] {
  const body = JSON.stringify(SAMPLES[id]);
  const head = (first: string, ...lines: string[]): string => [first, ...lines, "", ""].join("\r\n");
  const ok = "HTTP/1.1 200 OK";
  const sized = (length: number | string): string => `Content-Length: ${length}`;
  const chunk = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
  return [
    head(ok, sized(body.length)) + body,
    head(ok, "Transfer-Encoding: chunked") + chunk(body.slice(0, 100)) + chunk(body.slice(100)) + "0\r\n\r\n",
    head(ok, "Connection: close") + body,
    head(ok, sized(body.length - 5)) + body,
    head(ok, sized(body.length + 50)) + body,
    head(ok, sized(body.length), sized(7)) + body,
    head(ok, sized("-1")) + body,
    head(ok, sized("1e9")) + body,
    head(ok, sized("99999999999999999999")) + body,
    head(ok, sized(10_000_000)) + body,
    head(ok, "Transfer-Encoding: chunked", sized(5)) + chunk(body) + "0\r\n\r\n",
    head(ok, "Transfer-Encoding: chunked") + `ffffffffffffffffff\r\n${body}`,
    head(ok, "Transfer-Encoding: chunked") + `zz\r\n${body}`,
    head(ok, "Content-Encoding: gzip", sized(zipped.length)) + zipped,
    head(ok, "Content-Type: text/html; charset=utf-16", sized(10)) + "\u00ff\u00fe<\0h\0t\0m\0",
    head(ok, sized(6)) + '"\u00c3\u0028\u00ff"x',
    head(ok, sized(0)),
    head("HTTP/1.1 204 No Content") + body,
    head("HTTP/1.1 304 Not Modified", sized(body.length)) + body,
    head("HTTP/1.1 100 Continue").repeat(50) + head(ok, sized(body.length)) + body,
    head("HTTP/1.1 103 Early Hints", "Link: </x>") + head(ok, sized(body.length)) + body,
    head("HTTP/1.1 101 Switching Protocols", "Connection: Upgrade", "Upgrade: websocket") + body,
    head("HTTP/1.1 302 Found", "Location: file:///etc/passwd", sized(0)),
    head("HTTP/1.1 307 Temporary Redirect", "Location: //\0\u001b[2J", sized(0)),
    head("HTTP/1.1 500 X", "Content-Type: text/html", sized(11)) + "<html>\u001b[2J",
    head("HTTP/1.1 429 Y", "Retry-After: -1", "X-RateLimit-Reset: 1e99", sized(2)) + "{}",
    head("HTTP/1.1 999 \u00ff\u00fe", sized(2)) + "{}",
    head("HTTP/1.1 42 Z") + "{}",
    head("HTTP/1.1 abc Z") + "{}",
    head("HTTP/9.9 200 OK", sized(body.length)) + body,
    head("ICY 200 OK") + body,
    head(ok, `X: ${"h".repeat(30_000)}`, sized(2)) + "{}",
    head(ok, ...Array.from({ length: 2_000 }, (_, i) => `H${i}: v`), sized(2)) + "{}",
    head(ok, "X: a\0b", ": empty", "A B: c", sized(2)) + "{}",
    head(ok, sized(body.length)).replaceAll("\r\n", "\n") + body,
    (head(ok, sized(body.length)) + body).repeat(3),
    "\u0015\u0003\u0001\0\u0002\u0002\u0028",
    "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "\0".repeat(50),
    "",
  ].map((text) => Buffer.from(text, "latin1"));
}

interface Hostile {
  readonly id: CallId;
  readonly answer: RawAnswer;
}

const then = fc.oneof(
  { weight: 12, arbitrary: fc.constant("end" as const) },
  { weight: 3, arbitrary: fc.constantFrom("reset" as const) },
  { weight: 2, arbitrary: fc.constantFrom("silence" as const, "drip" as const) },
);

function hostileTo(id: CallId): fc.Arbitrary<Hostile> {
  const corpus = wireCorpus(id);
  const bytes = fc.oneof(fc.constantFrom(...corpus), fc.constantFrom(...corpus).chain(mutatedBytes));
  return fc.record({
    id: fc.constant(id),
    answer: fc.record({
      pieces: bytes.map((all) => [all]),
      then,
      drop: fc.constantFrom("X: y\r\n", "x", "5\r\nhello\r\n", "x".repeat(50_000), "HTTP/1.1 100 Continue\r\n\r\n"),
    }),
  });
}

const hostile: fc.Arbitrary<Hostile> = fc.oneof(...[...CALL_IDS, "executeTrade" as const].map(hostileTo));

/** Bytes of every kind as answers to the real gateway over HTTP; `count` calls, several at once. */
export async function attackTransport(seed: string, count: number): Promise<Assault> {
  const server = await rawServer();
  try {
    const inputs = fc.array(hostile, { minLength: AT_ONCE, maxLength: AT_ONCE });
    const take = (batch: readonly Hostile[]): Promise<Verdict> => takeBatch(server, batch);
    const wave = await attack({ kind: "raw answers", inputs, count: Math.ceil(count / AT_ONCE), take }, seed);
    const batches = wave.inputs["raw answers"] ?? 0;
    return { ...wave, inputs: { "raw answers": batches * AT_ONCE } };
  } finally {
    await within("the raw server's end", server.close());
  }
}

async function takeBatch(server: RawServer, batch: readonly Hostile[]): Promise<Verdict> {
  server.answers = batch.map(({ answer }) => answer);
  const verdicts = await Promise.all(
    batch.map(async ({ id, answer }, i) => {
      const baseUrl = `http://127.0.0.1:${server.port}/${i}`;
      const transport = httpTransport(parseBaseUrl(baseUrl), { connections: 1, largestBody: LARGEST });
      const { gateway } = gatewayTo({ baseUrl, transport, deadlineMs: DEADLINE_MS });
      try {
        const outcome = await outcomeOf(within(`the call of ${id}`, CALLS[id](gateway)));
        const filled = id === "executeTrade" && "value" in outcome ? judgeFill(outcome.value, answer) : null;
        const verdict = judgeOutcome(outcome) ?? filled;
        return verdict === null ? null : `${id} ${i}: ${verdict}`;
      } finally {
        await within("the gateway's end", gateway.close());
      }
    }),
  );
  return verdicts.find((verdict) => verdict !== null) ?? judgePrototypes();
}

/** The bytes themselves say that there was a trade, and that it was made. */
function judgeFill(value: unknown, { pieces }: RawAnswer): Verdict {
  if ((value as ExecuteResult).kind !== "filled") return null;
  const text = Buffer.concat(pieces).toString("latin1");
  const said =
    text.split('"success":true').length > 2 && text.includes('"transaction"') && /HTTP\/1\.\d 2\d\d/.test(text);
  return said ? null : "it is filled by bytes that say no such thing";
}
