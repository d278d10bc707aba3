/** Config files: sound ones, and those that are wrong in a way of their own. */
export const CONFIGS: readonly string[] = [
  `service:
  sandbox: { name: First Cup, speed: 300, duration: 6h, seed: cup, market: { synthetic: {} } }
strategies:
  - { use: ./a.ts, allocation: 0.4, params: { weights: { USDC.eth: 0.25, WETH.eth: 0.5 }, band: 1 } }
risk: { maxSlippagePercent: 1, drawdownStop: { share: 0.2 } }
competition: { watchEvery: 1m, leaderboardEvery: 1h }
data: ./.contender
`,
  `service: { baseUrl: "https://example.org", key: "\${KEY}" }\nlimits: { trade: { count: 10, window: 1m } }\n`,
  // An alias that doubles with each line.
  `a: &a [x,x,x,x,x,x,x,x,x]\n${"bcdefghi"
    .split("")
    .map((name, i) => `${name}: &${name} [${Array.from({ length: 9 }, () => `*${"abcdefgh"[i] ?? "a"}`).join(",")}]`)
    .join("\n")}\n`,
  "service: &s { sandbox: *s }\n",
  "&a [*a]\n",
  "service: { <<: { sandbox: {} } }\n",
  "base: &b { speed: 1 }\nservice: { sandbox: { <<: *b } }\n",
  "service: !!js/function 'function () { return 1 }'\n",
  "service: !!binary R0lGODlhDAAMAIQAAP\nseed: !!python/object:os.system x\n",
  "service: { sandbox: {} }\nservice: { sandbox: {} }\n",
  "__proto__: { polluted: true }\nconstructor: { prototype: { polluted: true } }\nservice: { sandbox: {} }\n",
  "service: { sandbox: { speed: .inf } }\nseed: .nan\n",
  "service: { sandbox: { speed: 1e999, duration: 9999999999999999999999d } }\n",
  "? [complex, key]\n: value\nservice: { sandbox: {} }\n",
  "%YAML 9.9\n---\nservice: { sandbox: {} }\n---\nsecond: document\n...\n",
  `service: ${"[".repeat(5_000)}\n`,
  `${"  ".repeat(2_000)}service: x\n`,
  `service: "${"x".repeat(100_000)}"\n`,
  `${Array.from({ length: 300 }, (_, i) => `key${i}: ${i}`).join("\n")}\n`,
  "\ufeffservice: { sandbox: {} }\n",
  "service:\n\tsandbox: {}\n",
  "service: |\n  text\n   more\n >\n",
  "strategies: [{ use: '../../../../etc/passwd', allocation: -1, params: { a: 2024-01-01, b: 0o17, c: ~ } }]\n",
  "",
  "\0\0\0",
];

const HOUR = 3_600_000;
const rows = Array.from({ length: 30 }, (_, i) => {
  const at = Date.UTC(2025, 0, 1) + i * HOUR;
  return `${at},${100 + i},${101 + i},${99 + i},${100.5 + i},${10 + i}`;
});

/** CSV files of bars. */
export const TABLES: readonly string[] = [
  `timestamp,open,high,low,close,volume\n${rows.join("\n")}\n`,
  `${rows.join("\r\n")}\r\n`,
  `time;usd\n${rows.map((row) => row.split(",").slice(0, 2).join(";")).join("\n")}\n`,
  `"timestamp","open","high","low","close"\n${rows.map((row) => `"${row.split(",").slice(0, 5).join('","')}"`).join("\n")}\n`,
  `timestamp,open,high,low,close,volume\n${rows.join("\n")}\n=cmd|'/c calc'!A1,1,1,1,1,1\n`,
  `timestamp,open,high,low,close\n${"1,".repeat(100_000)}\n`,
  `timestamp,open,high,low,close\n1e999,1,1,1,1\nNaN,1,1,1,1\n`,
  "",
  "\n\n\n",
  "a",
];
