import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { htmlTokens } from "../../../../src/backends/local/web/html/html-tokens.js";
import { plainHtml } from "../../../../src/backends/local/web/html/plain-html.js";
import { restoredText, tidyHtml } from "../../../../src/backends/local/web/html/tidy-html.js";
import { startStopwatch } from "../../../processor-time.js";

const URL = "http://example.com/a/";
const text = async (html: string) => (await plainHtml(html, URL)).text;

describe("plainHtml", () => {
  it.each([
    ["words and blanks", "  a \n b\t<b>c</b>d ", "a b cd"],
    ["paragraphs", "<p>a</p><p>b</p>c", "a\n\nb\n\nc"],
    ["lines", "a<br>b<div>c</div>d", "a\nb\nc\nd"],
    ["headings", "<h1>A</h1>b<h3>C</h3>", "# A\n\nb\n\n### C"],
    ["lists", "<ul><li>a<li>b</ul>c", "- a\n- b\nc"],
    ["tables", "<table><tr><td>a</td><td>b</td></tr><tr><td>c</table>", "a b\nc"],
    ["code as it is", "<pre>a\n  b &lt; c\n</pre>d", "a\n  b < c\n\n\nd"],
    [
      "links",
      'see <a href="../b?x=1&amp;y">this</a>, <a href="#x">that</a>',
      "see [this](http://example.com/b?x=1&y), that",
    ],
    ["no links elsewhere", '<a href="javascript:x">a</a> <a href=mailto:b>b</a>', "a b"],
    ["a link around nothing", 'a <a href="/x"><img src="y"></a> b', "a b"],
    [
      "entities",
      "&lt;b&gt; &amp;amp; &#65;&#x42; &eacute; &unknown; &#0;&#xD800;",
      "<b> &amp; AB é &unknown; \ufffd\ufffd",
    ],
    ["brackets that are none", "1 < 2 <3 << a <", "1 < 2 <3 << a <"],
    ["tags with brackets in quotes", `<a title="a > b" href='/x'>c</a>`, "[c](http://example.com/x)"],
    [
      "raw elements",
      "<script>if (a < b) '</p>'</script><style>a</style>x<textarea><b>&lt;</textarea>",
      "x<b><",
    ],
    ["an element that never closes", "a<script>b", "a"],
    ["a tag that never ends", "a<b c", "a"],
    ["a comment that never ends", "a<!-- b", "a"],
    ["hidden elements that close by themselves", "<p hidden>a<p>b<ul><li hidden>c<li>d</ul>", "b\n- d"],
    ["elements whose style is written as entities", '<p style="display&#58;none">a</p>b', "b"],
    ["a head that is left open", "<head><meta><title>T</title><body>a", "a"],
  ])("extracts %s", async (_what, html, expected) => {
    expect(await text(html)).toBe(expected);
  });

  it("returns the first title", async () => {
    const html = "<title>a &amp; b\n</title><svg><title>c</title></svg>d";
    expect(await plainHtml(html, URL)).toEqual({ title: "a & b", text: "d" });
  });

  it("accepts any text, and never returns a script's", async () => {
    const piece = fc.constantFrom(
      "<",
      ">",
      '"',
      "'",
      "<!--",
      "-->",
      "</",
      "<a href=",
      "<div>",
      "</div>",
      "<p hidden>",
      " ",
      "x",
      "&",
      "&#",
      "<title>",
      "<pre>",
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 60 }), async (pieces) => {
        const html = pieces.join("");
        expect(typeof (await text(html))).toBe("string");
        expect(await text(`<script>SECRET${html.replaceAll("</", "")}</script>`)).not.toContain("SECRET");
      }),
    );
  });

  const SLOW = [
    "<",
    "<a ",
    '<a "',
    "<a '\"",
    "<!--",
    "<!",
    "</",
    "<a href=x ",
    "&#",
    "<script>",
    "</script",
    "<p hidden>",
    '<div style="',
    "<a>",
    "\t",
  ];

  it("yields to the event loop within one long text, and splits no entity", async () => {
    let turns = 0;
    let isRunning = true;
    const turn = () => {
      turns += 1;
      if (isRunning) setImmediate(turn);
    };
    turn();
    const read = await text(`<p>${"a&amp;b&nbsp;c ".repeat(300_000)}</p>`);
    isRunning = false;
    expect(turns).toBeGreaterThan(5);
    expect(read === "a&b c ".repeat(300_000).trim()).toBe(true);
  });

  it("reads a bounded number of the attributes of an element", async () => {
    const elapsedMs = startStopwatch();
    expect(await text(`<p ${"a=1 ".repeat(500_000)}>seen</p>`)).toBe("seen");
    expect(elapsedMs()).toBeLessThan(1_000);
  });

  it.each(SLOW)("takes limited time for a source of %j", async (piece) => {
    const of = async (length: number) => {
      const elapsedMs = startStopwatch();
      await text(piece.repeat(length / piece.length));
      return elapsedMs();
    };
    await of(10_000);
    // Ten times as much takes ten times as long; a hundred times would be four seconds and more.
    expect(await of(1_000_000)).toBeLessThan(2_000);
  });
});

describe("htmlTokens", () => {
  const tokensOf = (html: string) => [...htmlTokens(html)].flat();

  it("returns lower-case names, decoded attributes and the source of a tag", () => {
    expect(tokensOf('<IMG SRC="a&amp;b" Alt/>x</P >y</p/>')).toEqual([
      {
        type: "open",
        name: "img",
        attributes: new Map([
          ["src", "a&b"],
          ["alt", ""],
        ]),
        source: ' SRC="a&amp;b" Alt/',
      },
      { type: "text", text: "x" },
      { type: "close", name: "p" },
      { type: "text", text: "y" },
      { type: "close", name: "p" },
    ]);
  });

  it("returns the same tokens for any chunk boundaries", () => {
    const html = '<p title="a&amp;b">1 < 2 &eacute;\r\n<!-- c --><script>a</script></p>';
    const alike = tokensOf(html.replace("1", "")).filter((token) => token.type !== "text");
    for (let length = 32_768 - html.length; length <= 32_768; length += 1) {
      const tokens = tokensOf("x".repeat(length) + html);
      expect(tokens.filter((token) => token.type !== "text")).toEqual(alike);
      const text = tokens.map((token) => (token.type === "text" ? token.text : "")).join("");
      expect(text).toBe(`${"x".repeat(length)}1 < 2 é\r\na`);
      const ends = tokens.map((token) => token.type === "text" && token.text.endsWith("\r"));
      expect(ends).not.toContain(true);
    }
  });

  it("takes linear time for deeply nested elements", () => {
    const elapsedMs = startStopwatch();
    expect(tokensOf("<div>".repeat(200_000))).toHaveLength(200_000);
    expect(elapsedMs()).toBeLessThan(2_000);
  });
});

describe("tidyHtml", () => {
  it("omits unread elements and reports the depth of the rest", () => {
    expect(tidyHtml("<div><!-- a --><p>1 < 2<br></p><script><b><b></script></div><style>x</style>")).toEqual({
      html: "<div><p>1 \ue000 2<br></p></div>",
      depth: 2,
    });
  });

  it("normalises elements that parsers treat specially", () => {
    expect(tidyHtml("<xmp>a</xmp><plaintext>b").html).toBe("<pre>a</pre>b");
  });

  it("escapes brackets and ampersands so that they can be restored, and no others", () => {
    const { html } = tidyHtml("<title>a & b</title>1 < 2 &lt;b&gt; &amp;lt; \ue000\ue001");
    expect(restoredText(html)).toBe("<title>a & b</title>1 < 2 <b> &lt; ");
  });
});
