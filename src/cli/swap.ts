import type { Command } from "commander";
import type { Answers } from "../app/desk/answers.js";
import { act, evaluatesCode, examples, textsOf } from "./action.js";
import { advising } from "../app/config-option.js";
import { printable } from "../core/printable.js";
import { iso } from "../core/time/utc.js";
import type { Terminal } from "./terminal.js";

/** `contender swap FROM TO AMOUNT --reason TEXT`: through risk and the trade protocol, like any other trade. */
export function define(command: Command, terminal: Terminal): void {
  command
    .argument("<from>", "the token that is sold")
    .argument("<to>", "the token that is bought")
    .argument("<amount>", "tokens of <from>, plain decimal notation")
    .requiredOption("--reason <text>", "why: the service and the journal keep it")
    .option("--id <name>", "makes it once: used before, it makes nothing and says what became of the first")
    .option("--again", "make it though an equal one was made within two minutes, or is not settled")
    .option("--book <strategy>", "whose part of the balances pays (default: what no strategy owns)");
  examples(command, {
    'contender swap USDC.eth WETH.eth 100 --reason "verification trade"': "the trade that every team makes first",
    'contender swap USDC.eth WETH.eth 100 --reason "verification trade" --id first':
      "once, however often it is run: for scripts",
  });
  evaluatesCode(command);
  act(command, terminal, async (context, options, [from = "", to = "", amount = ""]) => {
    const { askSwap } = await import("../app/desk/ask-swap.js");
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

/** Whether it was said to make it again. Throws UsageError where it is to be made once, too. */
async function mayRepeat({ again, id }: Record<string, unknown>): Promise<boolean> {
  if (again !== true || id === undefined) return again === true;
  const { UsageError } = await import("../app/errors.js");
  throw new UsageError("--again makes it once more, --id makes it once", { remedy: "Leave one of them out." });
}

/** Asks a person, where one is at the terminal, whether a swap is to be made though it equals another one. */
async function confirmed(error: unknown, terminal: Terminal): Promise<boolean> {
  const { toldOf } = await import("../core/errors.js");
  const { code, message } = toldOf(error);
  return code === "EQUAL_SWAP" && (await terminal.confirm(`${printable(message)}. Make one more?`));
}

/** What a person has to do; on standard error, so that a script's reader has it too. */
function conflictsOf({ outcomes }: Answers["swap"]): string[] {
  return outcomes.flatMap(({ status, intent }) =>
    status === "conflict" && intent !== null
      ? [
          `A person has to say what became of ${intent}; do not repeat the swap. Look at \`contender trades\`, then: ` +
            `\`contender resolve ${intent} --as filled --trade ID --reason …\` (or \`--as not-executed --reason …\`).`,
        ]
      : [],
  );
}

/** 0 where all that risk left of it was filled, 4 where a person has to look, else 1. */
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
    return `${traded}\n\nIt was asked for at ${iso(askedBefore)} by this --id: nothing more was traded now.`;
  const cut = outcomes.some(({ status }) => status === "cut");
  return cut ? `${traded}\n\nLess was traded than was asked for.` : traded;
}
