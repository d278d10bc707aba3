import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SimulatedClock } from "../../../src/core/time/simulated-clock.js";
import { Secrets } from "../../../src/core/secrets.js";
import { KeyFile } from "../../../src/gateway/keys/key-file.js";
import { emptyFolder } from "../../support/empty-folder.js";
import { gatewayFor, KEY, PROFILE, serve } from "../service.js";

test("a change of the key is known to other processes while its answer is awaited", async () => {
  const dir = emptyFolder();
  const path = join(dir, "key");
  writeFileSync(path, KEY, { mode: 0o600 });
  const spentDir = join(dir, "spent");
  let written = "";
  const service = await serve((request) => {
    if (!request.path.endsWith("reset-api-key")) return { body: PROFILE };
    const files = readdirSync(spentDir).map((file) => readFileSync(join(spentDir, file), "utf8"));
    written = files.join("");
    return { body: { success: true, apiKey: "1111111111111111_2222222222222222" } };
  });
  const secrets = new Secrets();
  const steady = new SimulatedClock(0);
  const gateway = gatewayFor(service.url, { key: new KeyFile(path, secrets), secrets, spentDir, steady });
  await gateway.resetKey();
  expect(written).toMatch(/ 61000 1 resetApiKey\.$/m);
  await gateway.close();
  await service.close();
});
