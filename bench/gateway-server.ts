/** A bare server, as a process of its own: one price for everybody, and a limit in fixed windows where the query asks for one. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const price = JSON.stringify({
  success: true,
  price: 3_000.5,
  token: "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2",
  chain: "EVM",
  specificChain: "eth",
  timestamp: "2025-01-01T00:00:00.000Z",
});
const limited = JSON.stringify({ success: false, error: "Rate limit exceeded. Try again in 1 seconds." });

const limit = { count: Number(process.argv[2]), windowMs: Number(process.argv[3]) };
let window = -1;
let counted = 0;

function admits(): boolean {
  const current = Math.floor(performance.now() / limit.windowMs);
  if (current !== window) [window, counted] = [current, 0];
  return ++counted <= limit.count;
}

const server = createServer((request, response) => {
  const admitted = request.url?.startsWith("/api/price/token-info") !== true || admits();
  const body = admitted ? price : limited;
  response.writeHead(admitted ? 200 : 429, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    ...(!admitted && { "retry-after": "1" }),
  });
  response.end(body);
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
