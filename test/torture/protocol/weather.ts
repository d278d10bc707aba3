import { sleep, type Clock } from "../../../src/core/clock.js";
import type { Random } from "../../../src/core/random.js";
import type { SandboxAnswer, SandboxRequest } from "../../../src/sandbox/index.js";

type Serve = (request: SandboxRequest) => Promise<SandboxAnswer>;

/** Thin faults, until the sandbox has its own. */
export function weather(serve: Serve, clock: Clock, random: Random, until: number, rate: number, counts: Record<string, number>): Serve {
  let lastList: SandboxAnswer | null = null;
  const json = { "content-type": "application/json" };
  return async (request) => {
    if (clock.now() >= until || random.next() > rate) return serve(request);
    const execute = request.path.startsWith("/api/trade/execute");
    const list = request.path.startsWith("/api/account/trades");
    const kinds = execute
      ? ["lost-before", "lost-after", "500-before", "500-after", "hold", "delay", "half", "html"]
      : ["lost-before", "lost-after", "500-after", "delay", "half", ...(list ? ["empty", "stale"] : [])];
    const kind = kinds[random.int(kinds.length)] as string;
    const draw = random.next();
    counts[kind] = (counts[kind] ?? 0) + 1;
    switch (kind) {
      case "lost-before":
        throw new Error("ECONNREFUSED");
      case "lost-after":
        await serve(request);
        throw new Error("ECONNRESET");
      case "500-before":
        return { status: 502, headers: {}, body: "<html>" };
      case "500-after":
        await serve(request);
        return { status: 500, headers: json, body: '{"success":false,"error":"Internal server error"}' };
      case "hold":
        await sleep(clock, 45_000 * draw);
        return serve(request);
      case "delay": {
        const answer = await serve(request);
        await sleep(clock, 45_000 * draw);
        return answer;
      }
      case "half": {
        const answer = await serve(request);
        return { ...answer, body: answer.body.slice(0, answer.body.length / 2) };
      }
      case "html":
        await serve(request);
        return { status: 200, headers: {}, body: "<!doctype html>" };
      case "empty":
        return { status: 200, headers: json, body: JSON.stringify({ success: true, teamId: "t", trades: [] }) };
      default: {
        const answer = lastList ?? (await serve(request));
        lastList = draw < 0.5 ? null : answer;
        return answer;
      }
    }
  };
}
