import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { sandboxService } from "../app/bot-files.js";

/** What a text from outside may hold to act on a terminal, a log, a spreadsheet, a page. A line that it forges begins with FORGED. */
export const HOSTILE = [
  "evil\u001b[2J\u001b]0;title\u0007\u001b[1A\u009b31m\u0000\b\u007f",
  "FORGED [12:00] INFO: all is well\rFORGED\u2028FORGED\u0085FORGED\t\u202egnp\u2066\ufeff\u{e0041}\ud800",
  "=cmd|' /c calc'!A1 +1,@x <script>x()</script>\"><img src=x onerror=x()> `rm -rf` $(rm) [a](javascript:x()) __proto__",
].join("\r\n");

/** The fields of answers that hold text for people. */
const TEXTS = new Set(["name", "teamName", "description", "email", "contactPerson", "reason", "error", "message"]);

interface Rules {
  readonly tradingRules: readonly string[];
}

/** An answer with every text in it hostile. */
function poisoned(value: unknown, key = ""): unknown {
  if (typeof value === "string") return TEXTS.has(key) ? `${value} ${HOSTILE}` : value;
  if (Array.isArray(value)) return value.map((one) => poisoned(one));
  if (key === "metadata") return { [HOSTILE]: [HOSTILE], description: HOSTILE };
  if (typeof value !== "object" || value === null) return value;
  if (key === "rules") value = { ...value, tradingRules: [HOSTILE, ...(value as Rules).tradingRules] };
  return Object.fromEntries(
    Object.entries(value as object).map(([name, one]: [string, unknown]) => [name, poisoned(one, name)]),
  );
}

export interface HostileService {
  readonly url: string;
  readonly key: string;
  /** From now on it refuses everything with this status; null: it serves again. */
  refuse(status: number | null): void;
  close(): Promise<void>;
}

/** A sandbox behind a server that puts hostile text wherever an answer has text. */
export async function hostileService(): Promise<HostileService> {
  const { sandbox, url, key } = await sandboxService({
    teams: 2,
    rateLimits: "off",
    competitions: [{ name: "Test Cup", startIn: 0 }, { name: "Next Cup" }],
  });
  let refused: number | null = null;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { authorization } = request.headers;
      void fetch(url + (request.url ?? ""), {
        method: request.method ?? "GET",
        headers: { "content-type": "application/json", ...(authorization === undefined ? {} : { authorization }) },
        body: chunks.length === 0 ? null : Buffer.concat(chunks),
      }).then(async (answer) => {
        const body = poisoned(refused === null ? await answer.json() : { success: false, error: "no:" });
        response.writeHead(refused ?? answer.status, { "content-type": "application/json" });
        response.end(JSON.stringify(body));
      });
    });
  });
  const at = await listening(server);
  return {
    url: at,
    key,
    refuse: (status) => (refused = status),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await sandbox.close();
    },
  };
}

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
