import { defineConfig } from "vitepress";
import { headingAnchor } from "./heading-anchor.js";
import { VERSION } from "./package-manifest.js";
import { sidebar } from "./pages.js";
import { rankSearchResult } from "./search-ranking.js";
import { withSiteMarkdown } from "./site-markdown.js";

export default defineConfig({
  title: "Collet",
  description: "The tool runtime for coding agents",
  lang: "en",
  metaChunk: true,
  markdown: { anchor: { slugify: headingAnchor }, config: withSiteMarkdown },
  // The index of the search holds the whole reference; it is loaded at the first search.
  vite: { build: { chunkSizeWarningLimit: 4_000 } },
  transformPageData: (page) => {
    if (page.relativePath === "index.md") page.frontmatter.hero.name = `Collet ${VERSION}`;
  },
  themeConfig: {
    nav: [
      { text: "Start", link: "/getting-started" },
      { text: "Concepts", link: "/pipeline" },
      { text: "Tools", link: "/toolsets" },
      { text: "Security", link: "/security" },
      { text: "Reference", link: "/reference/" },
      { text: `Version ${VERSION}`, link: "/#install" },
    ],
    sidebar: sidebar().map(({ items, ...group }) => ({ ...group, items: [...items] })),
    outline: [2, 3],
    search: {
      provider: "local",
      options: { miniSearch: { searchOptions: { boostDocument: rankSearchResult } } },
    },
  },
});
