import type { Command } from "commander";
import type { Answers } from "../app/requests/answers.js";
import { act, evaluatesCode, examples, textsOf } from "./action.js";
import { advising } from "../app/config-option.js";
import { printable } from "../core/printable.js";
import { iso } from "../core/time/utc.js";
import type { Terminal } from "./terminal.js";

/** `contender swap FROM TO AMOUNT --reason TEXT`. The swap passes risk and the trade protocol like any other trade. */
export function define(command: Command, terminal: Terminal): void {
  command
    .argument("<from>", "the token to sell")
    .argument("<to>", "the token to buy")
    .argument("<amount>", "amount of <from> in tokens, in plain decimal notation")
    .requiredOption("--reason <text>", "the reason, stored by the service and in the journal")
    .option("--id <name>", "make it only once: a repeated id does not trade and shows the outcome of the first swap")
    .option("--again", "make it even if an equal swap was made within two minutes or is not settled")
    .option("--book <strategy>", "the strategy whose balance pays (default: the unassigned balance)");
  examples(command, {
    'contender swap USDC.eth WETH.eth 100 --reason "verification trade"': "the first trade that every team makes",
    'contender swap USDC.eth WETH.eth 100 --reason "verification trade" --id first':
      "only once, even if a script repeats it",
  });
  evaluatesCode(command);
  act(command, terminal, async (context, options, [from = "", to = "", amount = ""]) => {
    const { askSwap } = await import("../app/requests/ask-swap.js");
    const reason = String(options["reason"]);
    const request = { do: "swap", from, to, amount, reason, ...textsOf(options, "book", "id") } as const;
    const swap = (again: boolean) =>
      askSwap(again ? { ...request, again } : request, { config: context.config, tell: (text) => terminal.tell(text) });
    const again = await mayRepeat(options);
    const answer = await swap(again).catch(async (error: unknown) => {
      if (context.json || !(await confirmed(error, terminal))) throw error;
      return swap(true);
    });
    await context.show(answer, () => print(answer));
    for (const text of conflictsOf(answer)) terminal.tell(advising(text, context.config));
    return exitCode(answer);
  });
}

/** Returns true for --again. Throws UsageError if --id is given too. */
async function mayRepeat({ again, id }: Record<string, unknown>): Promise<boolean> {
  if (again !== true || id === undefined) return again === true;
  const { UsageError } = await import("../app/errors.js");
  throw new UsageError("--again and --id exclude each other: one repeats a swap, the other prevents that", {
    remedy: "Leave one of them out.",
  });
}

/** Asks at the terminal, if there is one, whether to make a swap that equals an earlier one. */
async function confirmed(error: unknown, terminal: Terminal): Promise<boolean> {
  const { toldOf } = await import("../core/errors.js");
  const { code, message } = toldOf(error);
  return code === "EQUAL_SWAP" && (await terminal.confirm(`${printable(message)}. Make one more?`));
}

/** What to do about intents in conflict. Printed on standard error, so that scripts' logs have it too. */
function conflictsOf({ outcomes }: Answers["swap"]): string[] {
  return outcomes.flatMap(({ status, intent }) =>
    status === "conflict" && intent !== null
      ? [
          `The outcome of ${intent} is in conflict; do not repeat the swap. Check \`contender trades\`, then run ` +
            `\`contender resolve ${intent} --as filled --trade ID --reason …\` (or \`--as not-executed --reason …\`).`,
        ]
      : [],
  );
}

/** 0 if everything that risk allowed was filled, 4 if a person must act, otherwise 1. */
function exitCode({ outcomes }: Answers["swap"]): number {
  if (outcomes.some((outcome) => outcome.status === "conflict")) return 4;
  const traded = outcomes.filter(({ status }) => status !== "cut");
  return traded.length > 0 && traded.every(({ status }) => status === "filled") ? 0 : 1;
}

async function print({ outcomes, askedBefore }: Answers["swap"]): Promise<string> {
  const { right, table } = await import("./format/table.js");
  const { plainDecimal, plainUsd } = await import("../core/format.js");
  const rows = outcomes.map((outcome) => [
    outcome.status,
    outcome.from,
    plainDecimal(outcome.fromAmount),
    outcome.to,
    plainDecimal(outcome.toAmount),
    plainUsd(outcome.costUsd),
    outcome.status === "filled" ? "" : `${outcome.code} ${outcome.reason}`,
  ]);
  const traded = table(
    ["", "from", right("sold"), "to", right("bought"), right("cost (USD)"), "why"],
    rows,
    "Nothing was traded.",
  );
  if (askedBefore !== null)
    return `${traded}\n\nIt was requested at ${iso(askedBefore)} with this --id; nothing was traded now.`;
  const cut = outcomes.some(({ status }) => status === "cut");
  return cut ? `${traded}\n\nLess was traded than requested.` : traded;
}
