import fc from "fast-check";
import { mutatedBytes } from "../mutations.js";
import { USDC, WETH } from "./world.js";

/** Requests as they stand on the wire, whole and valid or wrong in a way of their own. */
export function httpCorpus(key: string): readonly string[] {
  const head = (first: string, ...lines: string[]): string =>
    [first, "Host: localhost", `Authorization: Bearer ${key}`, ...lines, "", ""].join("\r\n");
  const trade = JSON.stringify({ fromToken: USDC, toToken: WETH, amount: "1", reason: "raw" });
  const post = "POST /api/trade/execute HTTP/1.1";
  const json = "Content-Type: application/json";
  const sized = (length: number | string): string => `Content-Length: ${length}`;
  const chunked = "Transfer-Encoding: chunked";
  const get = head("GET /api/account/balances HTTP/1.1");
  return [
    get,
    get.repeat(8),
    head(post, json, sized(trade.length)) + trade,
    head(post, json, sized(trade.length - 3)) + trade,
    head(post, json, sized(trade.length + 50)) + trade,
    head(post, json, sized(trade.length), sized(3)) + trade,
    head(post, json, sized("-1")) + trade,
    head(post, json, sized("99999999999999999999")) + trade,
    head(post, json, sized("1e3")) + trade,
    head(post, json, sized(200_000)) + "x".repeat(150_000),
    head(post, json, chunked) + `${trade.length.toString(16)}\r\n${trade}\r\n0\r\n\r\n`,
    head(post, json, chunked) + `${trade.length.toString(16)};x="${"y".repeat(500)}"\r\n${trade}\r\n0\r\nT: v\r\n\r\n`,
    head(post, json, chunked) + `zz\r\n${trade}\r\n0\r\n\r\n`,
    head(post, json, chunked) + `ffffffffffffffff\r\n${trade}`,
    head(post, json, chunked) + "1\r\n{\r\n".repeat(300),
    head(post, json, chunked, sized(5)) + `0\r\n\r\n${get}`,
    head(post, json, "Transfer-Encoding: gzip, chunked") + `5\r\nhello\r\n0\r\n\r\n`,
    head(post, json, "Content-Encoding: gzip", sized(4)) + "\u001f\u008b\u0008\0",
    head(post, json, "Expect: 100-continue", sized(trade.length)) + trade,
    head(post, json, "Expect: nonsense", sized(trade.length)) + trade,
    head("PUT /api/account/profile HTTP/1.1", json, sized(6)) + '{"a":1',
    head("PUT /api/account/profile HTTP/1.1", json, sized(9)) + '"\u00ff\u00fe\u00c3\u0028"xxx',
    head("GET /api/health HTTP/1.1", "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"),
    head("GET /api/health HTTP/1.1", "Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c"),
    "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    head("CONNECT example.org:443 HTTP/1.1"),
    head("GET http://example.org/api/health HTTP/1.1"),
    head("OPTIONS * HTTP/1.1"),
    head("GET /api/health HTTP/1.0"),
    head("GET /api/health HTTP/0.9"),
    head("GET /api/health HTTP/9.9"),
    head("FETCH /api/health HTTP/1.1"),
    head("GET /api/health?\u00ff\u00fe HTTP/1.1"),
    head("GET /api/he\0alth HTTP/1.1"),
    head("GET /api/health HTTP/1.1", "X: a\0b"),
    head("GET /api/health HTTP/1.1", " folded: line", "Y:\r\n\tfolded"),
    head("GET /api/health HTTP/1.1", `X: ${"h".repeat(20_000)}`),
    head("GET /api/health HTTP/1.1", ...Array.from({ length: 3_000 }, (_, i) => `H${i}: v`)),
    head("GET /api/health HTTP/1.1", "Cookie", ": empty", "A : space"),
    head(`GET /api/price?token=${"0".repeat(20_000)} HTTP/1.1`),
    head("GET /api/health HTTP/1.1").replaceAll("\r\n", "\n"),
    "GET / HTTP/1.1\r\n\r\n",
    "\r\n\r\n\r\n",
    "\u0016\u0003\u0001\u0002\0\u0001\0\u0001\u00fc\u0003\u0003",
    "{}\n",
    "",
  ];
}

/** Bytes for a socket, in pieces, and how the client leaves. */
export function wire(key: string): fc.Arbitrary<{ pieces: Buffer[]; leaving: "end" | "reset" | "destroy" }> {
  const corpus = httpCorpus(key).map((text) => Buffer.from(text, "latin1"));
  const bytes = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...corpus) },
    { weight: 6, arbitrary: fc.constantFrom(...corpus).chain(mutatedBytes) },
    { weight: 2, arbitrary: fc.array(fc.constantFrom(...corpus), { maxLength: 3 }).map((all) => Buffer.concat(all)) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }).map((all) => Buffer.from(all)) },
  );
  const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 2 });
  const leaving = fc.constantFrom("end" as const, "end" as const, "end" as const, "reset" as const, "destroy" as const);
  return fc.record({ bytes, cuts, leaving }).map(({ bytes: whole, cuts: at, leaving: how }) => ({
    pieces: pieced(whole, at),
    leaving: how,
  }));
}

function pieced(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const places = [0, ...cuts.map((cut) => Math.floor(cut * bytes.length)).sort((a, b) => a - b), bytes.length];
  return places.slice(1).map((until, i) => bytes.subarray(places[i], until));
}
