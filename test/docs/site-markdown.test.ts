import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createMarkdownRenderer } from "vitepress";
import { beforeAll, describe, expect, it } from "vitest";
import { exampleNames, examplePages } from "../../docs/.vitepress/example-pages.js";
import { headingAnchor } from "../../docs/.vitepress/heading-anchor.js";
import { mermaidDiagram } from "../../docs/.vitepress/mermaid-diagram.js";
import { packageManagerTabs } from "../../docs/.vitepress/package-managers.js";
import { rankSearchResult } from "../../docs/.vitepress/search-ranking.js";
import { withSiteMarkdown } from "../../docs/.vitepress/site-markdown.js";
import { ROOT } from "./documents.js";

describe("packageManagerTabs", () => {
  it("returns the commands of npm, pnpm, yarn and bun", () => {
    expect(packageManagerTabs("npm install collet zod\nnpx tsx agent.mts\n")).toEqual([
      { name: "npm", code: "npm install collet zod\nnpx tsx agent.mts" },
      { name: "pnpm", code: "pnpm add collet zod\npnpm exec tsx agent.mts" },
      { name: "yarn", code: "yarn add collet zod\nyarn tsx agent.mts" },
      { name: "bun", code: "bun add collet zod\nbunx tsx agent.mts" },
    ]);
  });

  it.each(["npm test\n", "npm install --prefix a b\n", "npm install a\nls\n", "npx tsx a.ts\n"])(
    "leaves the block %j alone",
    (code) => {
      expect(packageManagerTabs(code)).toBeUndefined();
    },
  );
});

describe("rankSearchResult", () => {
  it("ranks guides above the reference, and the reference above decisions", () => {
    const guide = rankSearchResult("/permissions.html#write-rules");
    const reference = rankSearchResult("/reference/collet/index/functions/createToolRuntime.html");
    const decision = rankSearchResult("/decisions/0010-intent-log.html");
    expect(guide).toBeGreaterThan(reference);
    expect(reference).toBeGreaterThan(decision);
  });

  it("works from its text alone, as the browser receives it", () => {
    const received = new Function(`return ${rankSearchResult.toString()}`)() as typeof rankSearchResult;
    expect(received("/reference/a.html")).toBe(rankSearchResult("/reference/a.html"));
  });
});

describe("mermaidDiagram", () => {
  it("draws every diagram of docs/architecture.md with all its texts and without requests to other servers", () => {
    const page = readFileSync(join(ROOT, "docs/architecture.md"), "utf8");
    const sources = [...page.matchAll(/^```mermaid\n([\s\S]*?)^```/gm)].map(([, source = ""]) => source);
    expect(sources.length).toBeGreaterThan(1);
    for (const source of sources) {
      const svg = mermaidDiagram(source);
      expect(svg).toMatch(/^<svg[\s\S]*<\/svg>\s*$/);
      expect(svg).not.toMatch(/@import|https?:\/\/(?!www\.w3\.org)/);
      const texts = [...source.matchAll(/\["([^"]+)"\]/g)].flatMap(([, text = ""]) => text.split("<br>"));
      for (const text of texts) expect(svg).toContain(text);
    }
  });
});

describe("pages of the site", () => {
  let render: (text: string, page?: string) => string;
  beforeAll(async () => {
    const markdown = await createMarkdownRenderer(join(ROOT, "docs"), {
      anchor: { slugify: headingAnchor },
      config: withSiteMarkdown,
    });
    render = (text, relativePath = "a.md") => markdown.render(text, { relativePath });
  });

  it("show a block that installs packages as tabs", () => {
    const html = render("```sh\nnpm install collet zod\n```\n");
    expect(html).toContain("vp-code-group");
    for (const name of ["npm", "pnpm", "yarn", "bun"]) expect(html).toContain(`>${name}</label>`);
  });

  it("show another block of commands once", () => {
    expect(render("```sh\nnpm test\n```\n")).not.toContain("vp-code-group");
  });

  it("show a diagram as an image", () => {
    expect(render("```mermaid\nflowchart LR\n  a[One] --> b[Two]\n```\n")).toContain(
      '<div class="diagram" v-pre><svg',
    );
  });

  it("link an example to its page", () => {
    expect(render("[quickstart](../examples/quickstart)")).toContain('href="/examples/quickstart.html"');
  });
});

describe("examplePages", () => {
  const pages = new Map(examplePages().map(({ params, content }) => [params.name, content]));

  it("returns a page for each example", () => {
    expect([...pages.keys()]).toEqual(exampleNames());
  });

  it.each(exampleNames())("puts a heading first and code into the page of %s", (name) => {
    expect(pages.get(name)).toMatch(/^# .+\n/);
    expect(pages.get(name)).toContain("`````ts\n");
  });

  it("leads links to files of the example to their headings", () => {
    expect(pages.get("mcp")).toContain("[servers.json](#serversjson)");
    expect(pages.get("mcp")).toContain("\n## servers.json\n");
  });

  it("leads links to guides to their pages", () => {
    expect(pages.get("fleet")).toContain("](../fleet.md)");
  });
});
