import type { Command } from "commander";
import type { Answers } from "../app/desk/answers.js";
import { act, evaluatesCode, examples, textsOf } from "./action.js";
import { advising } from "../app/config-option.js";
import type { Terminal } from "./terminal.js";

/** `contender swap FROM TO AMOUNT --reason TEXT`: through risk and the trade protocol, like any other trade. */
export function define(command: Command, terminal: Terminal): void {
  command
    .argument("<from>", "the token that is sold")
    .argument("<to>", "the token that is bought")
    .argument("<amount>", "tokens of <from>, plain decimal notation")
    .requiredOption("--reason <text>", "why: the service and the journal keep it")
    .option("--book <strategy>", "whose part of the balances pays (default: what no strategy owns)");
  examples(command, {
    'contender swap USDC.eth WETH.eth 100 --reason "verification trade"': "the trade that every team makes first",
  });
  evaluatesCode(command);
  act(command, terminal, async (context, options, [from = "", to = "", amount = ""]) => {
    const { askSwap } = await import("../app/desk/ask-swap.js");
    const reason = String(options["reason"]);
    const request = { do: "swap", from, to, amount, reason, ...textsOf(options, "book") } as const;
    const answer = await askSwap(request, { config: context.config, tell: (text) => terminal.tell(text) });
    await context.show(answer, () => print(answer));
    for (const text of conflictsOf(answer)) terminal.tell(advising(text, context.config));
    return exitCode(answer);
  });
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

async function print({ outcomes }: Answers["swap"]): Promise<string> {
  const { right, table } = await import("./format/table.js");
  const { amount, usd } = await import("./format/numbers.js");
  const rows = outcomes.map((outcome) => [
    outcome.status,
    outcome.from,
    amount(outcome.fromAmount),
    outcome.to,
    amount(outcome.toAmount),
    usd(outcome.costUsd),
    outcome.status === "filled" ? "" : `${outcome.code} ${outcome.reason}`,
  ]);
  const traded = table(
    ["", "from", right("sold"), "to", right("bought"), right("cost (USD)"), "why"],
    rows,
    "Nothing was traded.",
  );
  const cut = outcomes.some(({ status }) => status === "cut");
  return cut ? `${traded}\n\nLess was traded than was asked for.` : traded;
}
