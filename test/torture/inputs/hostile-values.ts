import fc from "fast-check";

const ESCAPE = "\u001b";

/** Texts that somewhere mean more than they say. */
export const HOSTILE_TEXTS: readonly string[] = [
  "",
  " ",
  "\0",
  "a\0b",
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  `${ESCAPE}[2J${ESCAPE}[31mred`,
  `${ESCAPE}]0;title\u0007`,
  `${ESCAPE}]8;;http://example.org\u0007link${ESCAPE}]8;;\u0007`,
  "\u009b2J",
  "\u009d0;title\u009c",
  "first\nERROR: forged",
  "first\r\nsecond",
  "over\rwritten",
  "back\b\b\b\bspace",
  "\u202egnirts\u202c",
  "\u2066isolated\u2069",
  "\u061c\u200e\u200fmarks",
  "line\u2028separator\u2029",
  "\ufeffmark",
  "\ufff9annotated\ufffahidden\ufffb",
  "tag\u{e0041}\u{e007f}",
  "\ud800",
  "\udc00lone",
  "=1+1",
  "+1",
  "-1",
  "@SUM(A1)",
  '=HYPERLINK("http://example.org","x")',
  'quote"comma,semicolon;tab\tend',
  "'; DROP TABLE intents; --",
  "<script>alert(1)</script>",
  "</script><script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "<!--",
  "]]>",
  "&lt;&#x3c;",
  "javascript:alert(1)",
  "${7*7}",
  "{{7*7}}",
  "%s%n%d",
  "%00",
  "%ff%fe",
  "../../../../etc/passwd",
  "C:\\CON",
  "漢字",
  "ﬀ",
  "🏴\u200d☠️",
  "a\u0300\u0301\u0302",
  "x".repeat(5_000),
  "WETH",
  "USDC.eth",
  "null",
  "undefined",
  "true",
  "[object Object]",
];

/** Texts that are numbers, nearly numbers, or numbers that no machine holds. */
export const HOSTILE_NUMERALS: readonly string[] = [
  "0",
  "-0",
  "-1",
  "+1",
  " 1 ",
  "1e3",
  "1E+3",
  "1e-7",
  "1e-400",
  "1e309",
  "1e999",
  "1e1000000000",
  "1e-1000000000",
  "9007199254740993",
  "9".repeat(400),
  `0.${"0".repeat(400)}1`,
  "0x10",
  "0b1",
  "0o7",
  "1_000",
  "1,000",
  "1.",
  ".5",
  "1.2.3",
  "NaN",
  "Infinity",
  "-Infinity",
  "１２",
  "٣",
  "1n",
  "1\n",
  "0.000001",
  "0.0000009",
];

/** Written as they stand where a JSON value is meant: the text marks them until the document is written. */
const RAW = "@raw:";
const RAW_NUMBERS = ["1e999", "-1e999", "1e-999", "-0", "9007199254740993", "123456789012345678901234567890", "1E5"];

export const hostileNumeral = fc.constantFrom(...HOSTILE_NUMERALS);

export const hostileText = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
  { weight: 3, arbitrary: hostileNumeral },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 40 }) },
);

const hostileNumber = fc.oneof(
  fc.constantFrom(0, -0, -1, 0.1, 1e21, 1e-21, 5e-324, Number.MAX_VALUE, Number.MAX_SAFE_INTEGER + 2, -1e15, 2 ** 31),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

function nested(depth: number, list: boolean): unknown {
  let value: unknown = "deep";
  for (let i = 0; i < depth; i++) value = list ? [value] : { deep: value };
  return value;
}

/** A JSON value that nobody expects. Own `__proto__` keys are among its objects. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 8, arbitrary: hostileText },
  { weight: 4, arbitrary: hostileNumber },
  { weight: 3, arbitrary: fc.constantFrom(...RAW_NUMBERS.map((text) => RAW + text)) },
  { weight: 4, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], { length: 1e9 }) },
  { weight: 2, arbitrary: fc.constantFrom("__proto__", "constructor", "prototype", "toJSON", "then").map(withKey) },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom(10, 60, 600), fc.boolean()).map(([d, list]) => nested(d, list)) },
  { weight: 1, arbitrary: fc.constantFrom(50, 2_000).map((length) => Array.from({ length }, (_, i) => i)) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

function withKey(name: string): unknown {
  return Object.fromEntries([[name, { polluted: true, amount: 1 }]]);
}

/** The JSON of a value, with what `hostileValue` wants written as it stands. Deeper than the machine's stack goes, too. */
export function hostileJson(value: unknown): string {
  const text = JSON.stringify(value) as string | undefined;
  return (text ?? "").replaceAll(/"@raw:([^"]*)"/g, "$1");
}
