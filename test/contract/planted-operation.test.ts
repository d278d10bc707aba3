import { beforeAll, describe, expect, it } from "vitest";
import { PlantedTree } from "../support/planted-tree.js";

/** The contract: what the read gives in the model, what is to know of it, and how it goes over the wire. */
function plantContract(tree: PlantedTree): void {
  const model = "src/model/venue.ts";
  const signature = "  tariff(options?: CallOptions): MaybePromise<{ readonly percent: number }>;\n";
  tree.insert(model, "}\n\nexport type ReadName", signature);
  const facts = '  tariff: read({ scope: "account", shared: false, forHooks: true }),\n';
  tree.insert(model, "} satisfies { readonly [Name in ReadName]", facts);
  const row = `  getTariff: {
    id: "getTariff",
    method: "GET",
    path: "/api/competition/tariff",
    auth: true,
    summary: "What a trade costs.",
    section: "4.2",
    ...venueRead("tariff"),
    answer: z.object({ success, percent: quantity }),
    errors: READ_ERRORS,
  },
`;
  tree.insert("src/contract/operations/competition.ts", "} as const satisfies", row);
}

/** The sandbox's handler, the gateway's mapper, the simulated venue's read, and the command. */
function plantTheRest(tree: PlantedTree): void {
  const handlers = "src/sandbox/handlers/competition.ts";
  tree.insert(handlers, '"getUpcoming";', '"getTariff" | ');
  const handler = '    getTariff: () => answers.fresh("getTariff", { success: true, percent: 0.3 }),\n';
  tree.insert(handlers, "    getUpcoming:", handler);
  const mapper =
    '    tariff: async (options) => ({ percent: (await pipeline.call("getTariff", {}, options)).percent / 100 }),\n';
  tree.insert("src/gateway/reads.ts", "    upcoming:", mapper);
  tree.insert("src/venue/simulated-venue.ts", "    upcoming:", "    tariff: () => ({ percent: 0.5 }),\n");
  const command = `import type { Command } from "commander";
import { askRead } from "./action.js";
import type { Terminal } from "./terminal.js";

export function define(command: Command, terminal: Terminal): void {
  askRead(command, terminal, "tariff", async ({ percent }) => \`A trade costs \${percent}\`);
}
`;
  tree.write("src/cli/tariff.ts", command);
  const entry = '{ name: "tariff", summary: "what a trade costs", load: () => import("./tariff.js") },\n    ';
  tree.insert("src/cli/commands.ts", '{ name: "upcoming"', entry);
}

/** Asks the copied tree: its library, its sandbox and command line, and its generated pages. */
const PROBE = `import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { runCli } from "./src/cli/program.js";
import { operations, OPERATION_IDS, openApiDocument, serviceReference } from "./src/contract/index.js";
import { systemClock } from "./src/core/time/system-clock.js";
import { backtest, defineStrategy, z } from "./src/index.js";
import { KNOWN_TOKENS } from "./src/model/known-tokens.js";
import { pointsOf } from "./src/model/points.js";
import { TokenRegistry } from "./src/model/token-registry.js";
import { createSandbox, PROFILE_NAMES } from "./src/sandbox/index.js";
import { syntheticMarket } from "./src/tape/index.js";
import { cliPage } from "./tools/cli-page.js";
import { tapeOf, walk } from "./test/backtest/tapes.js";

const registry = new TokenRegistry(KNOWN_TOKENS);
async function asked(profile) {
  const market = syntheticMarket({ seed: "planted", start: systemClock.now() });
  const competitions = [{ name: "Cup", startIn: 0 }];
  const sandbox = createSandbox({ profile, clock: systemClock, registry, market, competitions });
  const baseUrl = await sandbox.listen(0);
  const config = join(import.meta.dirname, profile + ".yaml");
  writeFileSync(join(import.meta.dirname, profile + ".key"), sandbox.teams[0].apiKey, { mode: 0o600 });
  writeFileSync(config, "service: { baseUrl: \\"" + baseUrl + "\\", keyFile: ./" + profile + ".key }\\n");
  const run = async (...args) => {
    let text = "";
    const stream = () => new PassThrough().on("data", (chunk) => (text += chunk));
    await runCli([...args, "--config", config], { stdout: stream(), stderr: stream() });
    return text.trim();
  };
  try {
    return [await run("tariff"), await run("tariff", "--json")];
  } finally {
    await sandbox.close();
  }
}
const strategy = defineStrategy({
  name: "reader",
  summary: "Reads what a trade costs, oftener than it may.",
  params: z.object({}),
  inputs: z.object({ percent: z.number() }),
  schedule: "0 * * * *",
  needs: () => ({ prices: ["WETH.eth"] }),
  async read(_view, { venue }) {
    for (let i = 0; i < 30; i++) await venue.tariff();
    return venue.tariff();
  },
  decide({ inputs, hold }) {
    seen.push(inputs?.percent);
    return hold({ reason: "It knows what a trade costs." });
  },
});
const seen = [];
const { breaches } = await backtest({ tape: tapeOf({ "WETH.eth": walk(180) }), strategies: [{ strategy }] });
const { method, access, scopes, repeatable, shared } = operations.getTariff;
export const answers = {
  facts: { method, access, scopes, repeatable, shared },
  points: pointsOf(OPERATION_IDS).filter((name) => name.includes("Tariff")),
  service: await Promise.all(PROFILE_NAMES.map(asked)),
  seen,
  breaches: breaches.map(({ scope, requests }) => [scope, requests]),
  openapi: openApiDocument("1.0.0").paths["/api/competition/tariff"],
  reference: serviceReference(),
  cli: await cliPage(),
};
`;

interface Answers {
  readonly facts: object;
  readonly points: readonly string[];
  readonly service: readonly (readonly string[])[];
  readonly seen: readonly number[];
  readonly breaches: readonly unknown[];
  readonly openapi: object | undefined;
  readonly reference: string;
  readonly cli: string;
}

describe("a read of the service that is planted in a copy of the tree", () => {
  let tree: PlantedTree;
  let answers: Answers;
  beforeAll(async () => {
    tree = new PlantedTree("test/backtest/tapes.ts");
    plantContract(tree);
    plantTheRest(tree);
    answers = (await tree.ask(PROBE)) as Answers;
  });

  it("is named in its contract, one handler, one mapper, the simulated venue and its command, and nowhere else", () => {
    expect(tree.naming("ariff")).toEqual([
      "cli/commands.ts",
      "cli/tariff.ts",
      "contract/operations/competition.ts",
      "gateway/reads.ts",
      "model/venue.ts",
      "sandbox/handlers/competition.ts",
      "venue/simulated-venue.ts",
    ]);
  });

  it("has its facts from the table of reads, and its points", () => {
    expect(answers.facts).toEqual({
      ...{ method: "GET", access: "read", scopes: ["account"], repeatable: true, shared: false },
    });
    expect(answers.points).toEqual(["request.getTariff:before", "request.getTariff:after"]);
  });

  it("is answered by both profiles of the sandbox, and asked for by its command", () => {
    const [plain, json] = ["A trade costs 0.003", JSON.stringify({ percent: 0.003 }, null, 2)];
    expect(answers.service).toEqual([
      [plain, json],
      [plain, json],
    ]);
  });

  it("may be read by a strategy, and each time counts against its rate limit in a backtest", () => {
    expect(answers.seen).toEqual([0.5, 0.5]);
    expect(answers.breaches).toEqual([["account", 31]]);
  });

  it("is in the OpenAPI document, and on the pages of the service and of the commands", () => {
    expect(answers.openapi).toHaveProperty("get.operationId", "getTariff");
    expect(answers.reference).toContain("Operation `getTariff` · with a key · read · limits: account");
    expect(answers.cli).toContain("contender tariff");
  });
});
