import { describe, expect, it, onTestFinished } from "vitest";
import { createTestReader } from "./test-web.js";

const serving = (html: string) =>
  createTestReader((_request, response) =>
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(html),
  );

const SENTENCES =
  "The quick brown fox jumps over the lazy dog, again and again, until it is tired of it. ".repeat(4);
const ARTICLE = `<html><head><title> The
  title </title><base href="/docs/"></head><body>
<nav><a href="/">Home</a> <a href="/about">About</a></nav>
<main><article><h1>Foxes</h1><p>${SENTENCES}</p><h2>How they jump</h2><p>${SENTENCES} See <a href="jumps.html?a=1&amp;b=2">jumps</a>,
<a href="javascript:alert(1)">a script</a> and <a href="#top">the top</a>.</p>
<pre><code class="language-js">const a  = 1;
if (a &lt; 2) {\n\tjump();\n}</code></pre>
<table><thead><tr><th>Fox</th><th>Height</th></tr></thead><tbody><tr><td>red</td><td>2 m</td></tr></tbody></table>
<ul><li>one</li><li>two</li></ul><p>${SENTENCES}</p><img src="fox.png" alt="A fox"><img src="data:image/png;base64,AAAA"></article></main>
<script>alert("script text")</script><style>.x { color: red }</style></body></html>`;

describe("an article", () => {
  it("becomes Markdown: headings, links, code with its language, tables, lists", async () => {
    const { read } = await serving(ARTICLE);
    const page = await read("http://example.com/a/b");
    expect(page).toMatchObject({ type: "text", title: "The title", mediaType: "text/html", notes: [] });
    const { text } = page as { readonly text: string };
    expect(text).toContain("## How they jump");
    expect(text).toContain("[jumps](http://example.com/docs/jumps.html?a=1&b=2)");
    expect(text).toContain("```js\nconst a  = 1;\nif (a < 2) {\n\tjump();\n}\n```");
    expect(text).toMatch(/\| Fox +\| Height +\|\n\| -+ \| -+ \|\n\| red +\| 2 m +\|/);
    expect(text).toMatch(/^- +one\n- +two$/m);
    expect(text).toContain("![A fox](http://example.com/docs/fox.png)");
    for (const unread of ["About", "script text", "color: red", "javascript:", "data:"]) {
      expect(text).not.toContain(unread);
    }
  });

  it("can be returned as plain text, or as its source", async () => {
    const { read } = await serving(ARTICLE);
    const plain = await read("http://example.com/", { format: "text" });
    expect(plain).toMatchObject({
      title: "The title",
      text: expect.stringContaining("# Foxes\n\nThe quick brown"),
    });
    expect(plain).toMatchObject({ text: expect.not.stringContaining("](") });
    expect(await read("http://example.com/", { format: "html" })).toMatchObject({ text: ARTICLE });
  });
});

describe("a page without an article", () => {
  it("a page is returned whole: an index in which the article would be a small part", async () => {
    const rows = Array.from(
      { length: 200 },
      (_, index) => `<li><a href="/p/${index}">Package number ${index}</a></li>`,
    );
    const { text } = await serving(
      `<body><h1>Index</h1><ul>${rows.join("")}</ul><div><p>A note.</p></div></body>`,
    );
    const read = await text("http://example.com/");
    expect(read).toContain("[Package number 0](http://example.com/p/0)");
    expect(read).toContain("[Package number 199](http://example.com/p/199)");
  });

  it.each([
    ["a fragment", "<p>Just <b>this</b>", "Just **this**"],
    ["text", "Just this", "Just this"],
    ["a title alone", "<title>T</title>", ""],
    ["unclosed elements", "<ul><li>a<li>b<table><tr><td>c", expect.stringMatching(/a\s+- +b[\s\S]*c/)],
  ])("a page is returned whole: %s", async (_what, html, expected) => {
    const { text } = await serving(html);
    expect(await text("http://example.com/")).toEqual(expected);
  });
});

/** Content that a page hides from readers but not from a model. */
const HIDDEN = [
  ["a comment", "<!-- SECRET -->"],
  ["a script", "<script>SECRET</script>"],
  ["a style", "<style>SECRET</style>"],
  ["a template", "<template><p>SECRET</p></template>"],
  ["a hidden element", "<div hidden>SECRET <div>more</div> SECRET</div>"],
  ["one for no screen reader", '<span aria-hidden="true">SECRET</span>'],
  ["one that is not displayed", '<p style="color:red; DISPLAY : none">SECRET</p>'],
  ["one without visibility", '<span style="visibility:hidden">SECRET</span>'],
  ["one without opacity", '<span style="opacity:0">SECRET</span>'],
  ["letters of no size", '<span style="font-size:0px">SECRET</span>'],
  ["white on white", '<span style="color:#fff;background-color: white">SECRET</span>'],
  ["one outside of the window", '<div style="position:absolute; left:-9999px">SECRET</div>'],
  ["a frame", "<iframe>SECRET</iframe>"],
  ["a picture's text", "<svg><text>SECRET</text></svg>"],
] as const;

describe.each([
  ["Markdown", "markdown"],
  ["plain text", "text"],
] as const)("a page as %s", (_title, format) => {
  it("omits hidden elements", async () => {
    const hidden = HIDDEN.map(
      ([, html], index) => `${html.replaceAll("SECRET", `SECRET${index}.`)}<p>after ${index}.</p>`,
    );
    const { text } = await serving(
      `<body><p>before ${SENTENCES}</p>${hidden.join("")}<p>last ${SENTENCES}</p></body>`,
    );
    const read = await text("http://example.com/", { format });
    expect(HIDDEN.filter((_each, index) => read.includes(`SECRET${index}.`)).map(([what]) => what)).toEqual(
      [],
    );
    expect(HIDDEN.filter((_each, index) => !read.includes(`after ${index}.`)).map(([what]) => what)).toEqual(
      [],
    );
    expect(read).toMatch(/before[\s\S]*last/);
  });

  it("shows what is fully opaque", async () => {
    const { text } = await serving(
      `<body><p>${SENTENCES}</p><p style="opacity: 1">SHOWN ${SENTENCES}</p><p>${SENTENCES}</p></body>`,
    );
    expect(await text("http://example.com/", { format })).toContain("SHOWN");
  });

  it("loses invisible characters, even in its title", async () => {
    const { read } = await serving(
      "<title>T\u200bi\u{e0041}tle</title><p>v\u200bis\u202eible &#8203;text&#x1b;</p>",
    );
    expect(await read("http://example.com/", { format })).toMatchObject({
      title: "Title",
      text: "visible text",
    });
  });
});

describe("a hostile page", () => {
  it.each([
    ["20,000 elements in each other", `${"<div>".repeat(20_000)}deep${"</div>".repeat(20_000)}`, "deep"],
    ["20,000 elements that never close", `${"<b><i>".repeat(10_000)}deep`, "deep"],
    ["100,000 brackets", `<p>${"<".repeat(100_000)}</p>`, "<".repeat(100_000)],
    ["100,000 tabs", `<p>${"\t".repeat(100_000)}A</p>`, "A"],
    ["brackets and tabs", `${"<".repeat(100_000)}${"\t".repeat(100_000)}A`, `${"<".repeat(100_000)} A`],
    ["100,000 comments that never end", `<p>a</p>${"<!-- ".repeat(100_000)}`, "a"],
    [
      "100,000 quotes that never end",
      `<p>a</p>${"<a href=\"'".repeat(100_000)}`,
      expect.stringMatching(/^a/),
    ],
    [
      "100,000 line feeds in code",
      `<p>a</p><pre><code>x${"\n".repeat(100_000)}y</code></pre>`,
      expect.stringMatching(/^a\n\n```\nx\n{100000}y\n```$/),
    ],
    [
      "line feeds in elements of preformatted text",
      `<pre>x${`<i>${"\n".repeat(100)}</i>`.repeat(1_000)}y</pre>`,
      expect.stringMatching(/^x[\n_]+y$/),
    ],
    ["100,000 blanks that do not break", `<p>a${"&nbsp;".repeat(100_000)}b</p>`, "a b"],
    [
      "a table of 2,000 rows",
      `<table>${"<tr><td>a</td><td>b</td><td>c</td></tr>".repeat(2_000)}</table>`,
      expect.stringMatching(/(?:\| a\s+\| b\s+\| c\s+\|\n){1999}/),
    ],
    [
      "3 MB of paragraphs",
      "<p>Some words of a paragraph.</p>".repeat(100_000),
      expect.stringContaining("paragraph"),
    ],
  ])("a hostile page is still returned: %s", { timeout: 30_000 }, async (_what, html, expected) => {
    const { text } = await serving(html);
    expect(await text("http://example.com/")).toEqual(expected);
  });

  it("states why it is plain text", async () => {
    const { read } = await serving(`${"<div>".repeat(1_000)}deep`);
    expect(await read("http://example.com/")).toMatchObject({
      notes: [expect.stringContaining("nested too deep")],
    });
  });

  it("does not block the event loop", async () => {
    const { text } = await serving(`${"<p>Some <i>words</i> of a paragraph.</p>".repeat(60_000)}`);
    let turns = 0;
    let running = true;
    const turn = () => {
      turns += 1;
      if (running) setImmediate(turn);
    };
    onTestFinished(() => {
      running = false;
    });
    turn();
    const before = turns;
    await text("http://example.com/", { format: "text" });
    expect(turns - before).toBeGreaterThan(10);
  });
});
