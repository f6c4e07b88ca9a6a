import { defineConfig, type MarkdownRenderer } from "vitepress";
import { headingAnchor } from "./heading-anchor.js";
import { siteTarget } from "./page-links.js";
import { sidebar } from "./pages.js";

/** Links to what only the repository has become its path; links to a folder lead to its first page. */
function withSiteLinks(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push("site-links", ({ tokens, env }) => {
    const page = (env as { relativePath?: string }).relativePath ?? "";
    for (const { children } of tokens) {
      if (children === null) continue;
      let title: string | undefined;
      for (const token of children) {
        if (token.type === "link_open") {
          const target = siteTarget(String(token.attrGet("href")), page);
          if (target.type === "page") token.attrSet("href", target.link);
          if (target.type !== "repository") continue;
          title = `${target.path} in the repository`;
          token.tag = "span";
          token.type = "repository_path_open";
          token.attrs = [["title", title]];
        } else if (token.type === "link_close" && title !== undefined) {
          title = undefined;
          token.tag = "span";
          token.type = "repository_path_close";
        }
      }
    }
  });
}

export default defineConfig({
  title: "Collet",
  description: "The tool runtime for coding agents",
  lang: "en",
  metaChunk: true,
  markdown: { anchor: { slugify: headingAnchor }, config: withSiteLinks },
  // The index of the search holds the whole reference; it is loaded at the first search.
  vite: { build: { chunkSizeWarningLimit: 4_000 } },
  themeConfig: {
    nav: [
      { text: "Start", link: "/getting-started" },
      { text: "Concepts", link: "/pipeline" },
      { text: "Tools", link: "/toolsets" },
      { text: "Security", link: "/security" },
      { text: "Reference", link: "/reference/" },
    ],
    sidebar: sidebar().map(({ items, ...group }) => ({ ...group, items: [...items] })),
    outline: [2, 3],
    search: { provider: "local" },
  },
});
