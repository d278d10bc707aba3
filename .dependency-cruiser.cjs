// The layers of docs/concepts/architecture.md: a folder of src may import, besides itself, only what stands here.
const BASE = ["core", "model"];
const PLUGIN = [...BASE, "ledger", "strategy", "risk", "execution"];
const LAYERS = {
  core: [],
  model: ["core"],
  contract: BASE,
  ledger: BASE,
  tape: BASE,
  journal: BASE,
  strategy: BASE,
  metrics: [...BASE, "ledger"],
  risk: [...BASE, "ledger"],
  gateway: [...BASE, "contract"],
  venue: [...BASE, "ledger", "tape"],
  sandbox: [...BASE, "contract", "venue"],
  execution: [...BASE, "ledger"],
  engine: PLUGIN,
  replay: [...PLUGIN, "engine", "journal"],
  testing: [...PLUGIN, "engine", "venue", "tape"],
  backtest: [...PLUGIN, "engine", "venue", "tape", "metrics", "journal"],
  report: [...BASE, "ledger", "strategy", "risk", "tape", "journal", "metrics", "replay"],
  app: ["(?!cli)[^/]+"],
  cli: ["app", "core"],
};
const ENTRY = ["strategy", "backtest", "report", "tape", "metrics", "contract", "gateway", ...BASE];

const only = (folder, allowed) => ({
  name: `layer-${folder}`,
  comment: `src/${folder} may import only: ${[folder, ...allowed].join(", ")}. Move the code to the layer it belongs to, or take what you need through a port of src/model.`,
  severity: "error",
  from: { path: `^src/${folder}/` },
  // The wiring hands the public entry to strategies as `contender`.
  to: {
    path: "^src/",
    pathNot: `^src/(${[folder, ...allowed].join("|")})/${folder === "app" ? "|^src/index\\.ts$" : ""}`,
  },
});

module.exports = {
  forbidden: [
    ...Object.entries(LAYERS).map(([folder, allowed]) => only(folder, allowed)),
    {
      name: "entry",
      comment: `src/index.ts offers only: ${ENTRY.join(", ")}.`,
      severity: "error",
      from: { path: "^src/index\\.ts$" },
      to: { path: "^src/", pathNot: `^src/(${ENTRY.join("|")})/` },
    },
    {
      name: "strategies-use-the-package",
      comment: "A strategy imports `contender` by its name and libraries, never a file of src.",
      severity: "error",
      from: { path: "^strategies/" },
      to: { path: "^src/", pathNot: "^src/(index|testing/index)\\.ts$" },
    },
    {
      name: "no-circles",
      comment: "Two files that need each other are one concept, or need a third one.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "no-circles-of-folders",
      comment:
        "Two folders of a layer that need each other: what both need lies beside them, or the line between them is elsewhere.",
      severity: "error",
      scope: "folder",
      from: { path: "^src/[^/]+/[^/]+$" },
      to: { circular: true, viaOnly: { path: "^src/[^/]+/[^/]+$" } },
    },
    {
      name: "no-orphans-from-tests",
      comment: "src never imports tests, benchmarks or tools.",
      severity: "error",
      from: { path: "^src/" },
      to: { path: "^(test|bench|tools)/" },
    },
    {
      name: "resolvable",
      comment: "Every import must resolve: add the package to package.json, or mend the path.",
      severity: "error",
      from: { path: "^(src|strategies)/" },
      to: { couldNotResolve: true },
    },
    {
      name: "declared",
      comment: "What src and strategies import must be in package.json's dependencies.",
      severity: "error",
      from: { path: "^(src|strategies)/" },
      to: { dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown"], dependencyTypesNot: ["type-only"] },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default", "types"] },
  },
};
