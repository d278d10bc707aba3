import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as prettier from "prettier";
import { cliPage } from "./cli-page.js";
import { configPage } from "./config-page.js";
import { errorPage } from "./error-page.js";
import { eventsPage } from "./events-page.js";
import { faultsPage } from "./faults-page.js";
import { journalPage } from "./journal-page.js";
import { metricsPage } from "./metrics-page.js";
import { riskPage } from "./risk-page.js";
import { openApiDocument, serviceReference } from "../src/contract/index.js";

const rootFile = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

const { version } = JSON.parse(readFileSync(rootFile("package.json"), "utf8")) as { version: string };

/** The pages that are generated, by path from the root, formatted as the rest of the project is. */
export async function generatedDocs(): Promise<Record<string, string>> {
  const pages: Record<string, string> = {
    "docs/reference/openapi.json": JSON.stringify(openApiDocument(version)),
    "docs/reference/service.md": serviceReference(),
    "docs/reference/errors.md": errorPage(),
    "docs/reference/cli.md": await cliPage(),
    "docs/reference/config.md": configPage(),
    "docs/reference/events.md": eventsPage(),
    "docs/reference/metrics.md": metricsPage(),
    "docs/reference/journal.md": journalPage(),
    "docs/reference/faults.md": faultsPage(),
    "docs/concepts/risk.md": riskPage(rootFile("docs/concepts/risk.md")),
  };
  for (const [path, text] of Object.entries(pages)) {
    const options = await prettier.resolveConfig(rootFile(path));
    pages[path] = await prettier.format(text, { ...options, filepath: path });
  }
  return pages;
}

/** Writes them. */
export async function writeDocs(): Promise<void> {
  for (const [path, text] of Object.entries(await generatedDocs())) writeFileSync(rootFile(path), text);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeDocs();
