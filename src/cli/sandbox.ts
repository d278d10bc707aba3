import type { Command } from "commander";
import { iso } from "../core/time/utc.js";
import type { SandboxReady } from "../app/sandbox/run.js";
import { act, collect, examples } from "./action.js";
import type { Terminal } from "./terminal.js";

/** `contender sandbox`: with `--json` one line when it is ready, and nothing more on standard output. */
export function define(command: Command, terminal: Terminal): void {
  command
    .option(
      "--tape <token=file>",
      "recorded bars, CSV plain or gzip, once for each token; or the folder of a tape",
      collect,
    )
    .option("--synthetic <seed>", "a made-up market (the default), drawn from this seed")
    .option(
      "--profile <name>",
      "how it behaves: as the interface is written (document), or as the public service did (deployed) (default: document)",
    )
    .option("--speed <factor>", "seconds of its clock per second (default: 1)")
    .option("--port <port>", "where it listens; 0 takes a free port (default: 0)")
    .option("--host <address>", "the address it listens on (default: 127.0.0.1, this machine alone)")
    .option("--teams <count>", "teams with a key each (default: 1)")
    .option(
      "--duration <time>",
      "how long the competition lasts, in its own time (default: until recorded prices end, or it is stopped)",
    )
    .option("--start-in <time>", "its own time until the competition starts (default: 0s)")
    .option("--upcoming <count>", "further competitions that wait for their start (default: 0)")
    .option("--slippage <model>", "printed, computed or log (default: computed)")
    .option("--price-cache <time>", "how long it repeats a price (default: 0s; deployed: 1h)")
    .option("--price-chain-case <case>", "how price answers write the chain: upper or lower (default: upper)")
    .option("--no-rate-limits", "enforce no rate limits")
    .option("--faults <file>", "misbehave by this plan (YAML or JSON), read again whenever it changes");
  examples(command, {
    "contender sandbox": "a synthetic market, in real time, on a free port",
    "contender sandbox --tape WETH.eth=eth.csv.gz --speed 600 --duration 3d --teams 4":
      "three recorded days in seven minutes",
    "contender sandbox --json --synthetic 7 --start-in 10s --duration 1d":
      "for scripts: one line with the address and the keys",
    "contender sandbox --profile deployed": "with all that differs between the interface and the public service",
    "contender sandbox --faults config/faults.yaml": "a service that loses answers, lags, refuses and lies, by a plan",
  });
  act(command, terminal, async (context, options) => {
    const { runSandbox } = await import("../app/sandbox/run.js");
    const { facts } = await import("./format/table.js");
    terminal.waitForNoReader();
    // Commander gives --no-rate-limits as rateLimits: false, and true where nothing was said.
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
