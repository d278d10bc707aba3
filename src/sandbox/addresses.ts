import { lookup } from "node:dns/promises";

/** The addresses to listen on for a host: `localhost` may stand for two (127.0.0.1 and ::1), and clients try either. */
export async function addressesOf(host: string): Promise<readonly string[]> {
  if (host !== "localhost") return [host];
  const found = await lookup(host, { all: true });
  return [...new Set(found.map(({ address }) => address))];
}
