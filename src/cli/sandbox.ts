import type { Command } from "commander";
import { iso } from "../core/time/utc.js";
import type { SandboxReady } from "../app/sandbox/run.js";
import { act, collect, examples } from "./action.js";
import type { Terminal } from "./terminal.js";

/** `contender sandbox`. With `--json` it prints one line when it is ready, and nothing more on standard output. */
export function define(command: Command, terminal: Terminal): void {
  command
    .option(
      "--tape <token=file>",
      "recorded bars (CSV, plain or gzip), repeated for each token; or a tape's folder",
      collect,
    )
    .option("--synthetic <seed>", "a synthetic market (the default) with this seed")
    .option(
      "--profile <name>",
      "behave as the written interface (document) or as the public service (deployed) (default: document)",
    )
    .option("--speed <factor>", "speed of its clock: its seconds per real second (default: 1)")
    .option("--port <port>", "the port it listens on; 0 takes a free port (default: 0)")
    .option("--host <address>", "the address it listens on (default: 127.0.0.1, only this machine)")
    .option("--teams <count>", "number of teams, each with its own key (default: 1)")
    .option(
      "--duration <time>",
      "length of the competition in sandbox time (default: until the recorded prices end or it is stopped)",
    )
    .option("--start-in <time>", "sandbox time until the competition starts (default: 0s)")
    .option("--upcoming <count>", "number of further competitions that have not started (default: 0)")
    .option("--slippage <model>", "slippage formula: printed, computed or log (default: computed)")
    .option("--price-cache <time>", "how long a price is cached (default: 0s; deployed: 1h)")
    .option("--price-chain-case <case>", "letter case of the chain in price answers: upper or lower (default: upper)")
    .option("--no-rate-limits", "enforce no rate limits")
    .option("--faults <file>", "fault plan (YAML or JSON), read again whenever it changes");
  examples(command, {
    "contender sandbox": "a synthetic market, in real time, on a free port",
    "contender sandbox --tape WETH.eth=eth.csv.gz --speed 600 --duration 3d --teams 4":
      "three recorded days in about seven minutes",
    "contender sandbox --json --synthetic 7 --start-in 10s --duration 1d":
      "for scripts: one JSON line with the address and the keys",
    "contender sandbox --profile deployed": "with all known differences of the public service",
    "contender sandbox --faults config/faults.yaml": "a service with lost, late, refused and wrong answers",
  });
  act(command, terminal, async (context, options) => {
    const { runSandbox } = await import("../app/sandbox/run.js");
    const { facts } = await import("./format/table.js");
    terminal.waitForNoReader();
    // Commander sets rateLimits to false for --no-rate-limits, and to true without it.
    await runSandbox(options, (ready, market) => {
      if (context.json) terminal.printJson(ready);
      else terminal.print(readyText(ready, market, facts));
    });
  });
}

function readyText(
  { url, profile, clock, competition, teams }: SandboxReady,
  market: string,
  facts: (lines: Record<string, string | null>) => string,
): string {
  const summary = facts({
    "The sandbox listens at": url,
    profile,
    market,
    clock: `${iso(clock.now)}, ${clock.speed} times as fast`,
    competition: `${competition.name} (${competition.status}), ${competition.id}`,
    ...Object.fromEntries(teams.map(({ name, apiKey }) => [`key of ${name}`, apiKey])),
  });
  const key = teams[0]?.apiKey ?? "KEY";
  return `${summary}\n\n  curl -H "Authorization: Bearer ${key}" ${url}/api/account/balances\n\nCtrl-C ends it.`;
}
