import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { Database } from "../../src/journal/database.js";
import { migrate, MIGRATIONS } from "../../src/journal/schema/migrations.js";
import { emptyFolder } from "../support/empty-folder.js";
import { run } from "./run.js";

/** Nobody listens there: the service of a competition that is long over. */
const CONFIG = `
service: { baseUrl: "http://127.0.0.1:9", keyFile: ./key }
strategies: [{ use: rebalance, allocation: 1 }]
data: ./data
`;

it("a journal of an earlier version is refused with the command that upgrades it without a service", async () => {
  const folder = emptyFolder();
  const config = join(folder, "contender.yaml");
  writeFileSync(config, CONFIG);
  writeFileSync(join(folder, "key"), "0123456789abcdef_fedcba9876543210", { mode: 0o600 });
  mkdirSync(join(folder, "data"));
  const older = new Database(join(folder, "data", "journal.db"));
  migrate(older, MIGRATIONS.slice(0, 1));
  older.close();

  const refused = await run("journal", "runs", "--config", config);
  expect(refused.code).toBe(2);
  const [, command = ""] = /`contender ([^`]+)` does, and trades nothing/.exec(refused.stderr) ?? [];
  const [advice = "", named = ""] = command.split(" --config ");
  expect([advice, named]).toEqual(["start --dry-run --once", expect.stringContaining(config)]);
  expect((await run(...advice.split(" "), "--config", config)).code).toBe(3);
  expect(await run("journal", "runs", "--config", config)).toMatchObject({ code: 0 });
});
