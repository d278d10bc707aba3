import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root, textOf } from "./pages.js";

/** Each row of the table of folders: a folder of `src`, and what the page says of its folders. */
const rows = [...textOf("docs/concepts/architecture.md").matchAll(/^\| `(src\/[a-z]+)` +\| (.*) \|$/gm)].map(
  ([, folder = "", text = ""]) => ({ folder, named: [...text.matchAll(/`([a-z-]+)`/g)].map(([, name = ""]) => name) }),
);

test("the architecture page names each folder inside the largest ones, and none that is not there", () => {
  expect(rows.length).toBeGreaterThan(6);
  for (const { folder, named } of rows) {
    const inside = readdirSync(join(root, folder), { withFileTypes: true }).filter((one) => one.isDirectory());
    expect([folder, inside.map(({ name }) => name).filter((name) => !named.includes(name))]).toEqual([folder, []]);
    // A name in a remark about a folder may be a member of the strategy API.
    const missing = named.filter((name) => !existsSync(join(root, folder, name)) && name !== "read");
    expect([folder, missing]).toEqual([folder, []]);
  }
});

test("paths of the source that pages name exist", () => {
  const paths = ["CONTRIBUTING.md", "docs/concepts/architecture.md"].flatMap((page) =>
    [...textOf(page).matchAll(/`(src\/[A-Za-z0-9_./-]+)`/g)].map(([, path = ""]) => path),
  );
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.filter((path) => !/NAME|\/X\b/.test(path) && !existsSync(join(root, path)))).toEqual([]);
});
