import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { escapeHtml, html, scriptJson } from "../../src/report/html.js";

describe("html", () => {
  it("escapes what stands between tags and within attributes, and leaves its own", () => {
    const inner = html`<b>${"<i>"}</b>`;
    expect(html`<p title="${`"'&`}">${inner}${["a", 1, null]}</p>`.text).toBe(
      `<p title="&quot;&#39;&amp;"><b>&lt;i&gt;</b>a1</p>`,
    );
  });

  it("drops the indentation of its source, not that of values", () => {
    // By another name, so that the formatter leaves it.
    const template = html;
    const value = "a\n  b";
    expect(
      template`<p>
      ${value}
    </p>`.text,
    ).toBe("<p>\na   b\n</p>");
  });

  it("lets no text through that could begin or end a tag, an attribute or an entity", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(escapeHtml(text)).toMatch(/^(?:[^<>"'&]|&(?:amp|lt|gt|quot|#39);)*$/);
      }),
    );
  });

  it("makes spaces of controls and of marks that turn the direction of text", () => {
    expect(escapeHtml("a\u202eb\u0007c\nd")).toBe("a b c d");
  });
});

describe("scriptJson", () => {
  it("gives the same value when it is parsed, and no character that ends a script", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const { text } = scriptJson(value);
        expect(text).not.toMatch(/[<>&\u2028\u2029]/);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
    expect(scriptJson("</script><!--\u2028").text).toBe(`"\\u003c/script\\u003e\\u003c!--\\u2028"`);
  });
});
