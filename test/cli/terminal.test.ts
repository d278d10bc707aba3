import { Writable } from "node:stream";
import { expect, test } from "vitest";
import type { JsonValue } from "../../src/core/json.js";
import { openTerminal, type Terminal } from "../../src/cli/terminal.js";

/** What is printed on stdout. */
function printed(print: (terminal: Terminal) => void): string {
  let text = "";
  const sink = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  print(openTerminal({ stdout: sink, stderr: sink }, () => undefined));
  return text;
}

test("commands in the remedies of a document name the named config; nothing else of it is changed", () => {
  const [text, remedy] = ["`contender trades`", "Look at `contender trades`."];
  const document = { text, remedy, findings: [{ remedy }] };
  const named = "Look at `contender trades --config my.yaml`.";
  expect(JSON.parse(printed((terminal) => terminal.printJson(document, 2, "my.yaml")))).toEqual({
    ...{ text, remedy: named },
    findings: [{ remedy: named }],
  });
  expect(JSON.parse(printed((terminal) => terminal.printJson(document)))).toEqual(document);
});

test.each<[string, JsonValue[]]>([
  ["no member", []],
  ["one member", [{ at: 1, decision: { kind: "hold", reason: "a\nb" } }]],
  ["several members", [{ at: 1, list: [1, { a: [] }] }, "text", null, 3]],
  ["what would act on a terminal", [{ reason: "\u001b[31m\u202e" }]],
])("a list printed member by member equals the document printed whole: %s", (_case, members) => {
  const listed = printed((terminal) => {
    const list = terminal.beginJsonList("ticks");
    for (const member of members) list.add(member);
    list.end();
  });
  const whole = printed((terminal) => terminal.printJson({ ticks: members }, 2));
  expect(listed).toBe(whole);
});
