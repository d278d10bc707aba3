import { expect, it } from "vitest";
import { join } from "node:path";
import { importFiles } from "../../../src/app/tape/import.js";
import { silentProgress } from "../../../src/app/process/progress.js";
import { emptyFolder } from "../../support/empty-folder.js";

it("a missing file is reported as missing, before its name is read for a token", async () => {
  const folder = emptyFolder();
  const pattern = join(folder, "*.csv.gz");
  await expect(importFiles([pattern], { out: join(folder, "tape") }, silentProgress)).rejects.toMatchObject({
    code: "USAGE",
    message: `${pattern} does not exist`,
  });
});
