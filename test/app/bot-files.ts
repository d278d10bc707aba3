import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { KNOWN_TOKENS } from "../../src/model/known-tokens.js";
import { TokenRegistry } from "../../src/model/token-registry.js";
import { createSandbox, type Sandbox, type SandboxOptions } from "../../src/sandbox/index.js";
import { systemClock } from "../../src/core/time/system-clock.js";
import { syntheticMarket } from "../../src/tape/index.js";
import { emptyFolder } from "../support/empty-folder.js";
import { testProfile } from "../support/profile.js";

/** A folder of its own with a config in it. */
export function botFolder(config: string): { readonly folder: string; readonly file: string } {
  const folder = emptyFolder();
  const file = join(folder, "contender.yaml");
  writeFileSync(file, config);
  return { folder, file };
}

/** A strategy file that buys once and then holds, deciding every second. */
export const BUYS_ONCE = `
import { defineStrategy, token, z } from "contender";
export default defineStrategy({
  name: "buys-once",
  summary: "Buys a little, once.",
  params: z.object({ token: token("WETH.eth"), usd: z.number().positive().default(50) }),
  schedule: "* * * * * *",
  state: z.object({ done: z.boolean().default(false) }),
  decide: ({ params, state, swap, hold }) =>
    state.done
      ? hold({ reason: "It has what it wants." })
      : { decisions: swap({ from: "USDC.eth", to: params.token, size: { usd: params.usd }, reason: "Wants some." }), state: { done: true } },
});
`;

/** A sandbox on the machine's clock, listening. */
export async function sandboxService(
  options: Partial<SandboxOptions> = {},
): Promise<{ readonly sandbox: Sandbox; readonly url: string; readonly key: string }> {
  const sandbox = createSandbox({
    profile: testProfile(),
    clock: systemClock,
    registry: new TokenRegistry(KNOWN_TOKENS),
    market: syntheticMarket({ seed: "test", start: systemClock.now() }),
    competitions: [{ name: "Test Cup", startIn: 0 }],
    ...options,
  });
  const url = await sandbox.listen(0);
  return { sandbox, url, key: sandbox.teams[0]?.apiKey ?? "" };
}
