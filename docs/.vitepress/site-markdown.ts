import type { MarkdownRenderer } from "vitepress";
import { mermaidDiagram } from "./mermaid-diagram.js";
import { packageManagerTabs } from "./package-managers.js";
import { siteTarget } from "./page-links.js";

/** Adds the parts of the site that GitHub has itself or cannot have: links, diagrams and tabs. */
export function withSiteMarkdown(markdown: MarkdownRenderer): void {
  withSiteLinks(markdown);
  withDiagrams(markdown);
  withPackageManagers(markdown);
}

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

/** Draws the diagrams. */
function withDiagrams(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push("diagrams", ({ tokens }) => {
    for (const token of tokens) {
      if (token.type !== "fence" || token.info.trim() !== "mermaid") continue;
      token.type = "html_block";
      token.content = `<div class="diagram" v-pre>${mermaidDiagram(token.content)}</div>\n`;
    }
  });
}

/** Shows a block that installs packages as tabs, one for each package manager. */
function withPackageManagers(markdown: MarkdownRenderer): void {
  markdown.block.ruler.before("fence", "package-managers", (state, startLine, endLine, silent) => {
    const start = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0);
    if (state.src.slice(start, state.eMarks[startLine]) !== "```sh") return false;
    let line = startLine + 1;
    while (line < endLine && state.src.slice(state.bMarks[line], state.eMarks[line]).trim() !== "```")
      line += 1;
    if (line >= endLine) return false;
    const tabs = packageManagerTabs(state.src.slice(state.bMarks[startLine + 1], state.bMarks[line]));
    if (tabs === undefined) return false;
    if (silent) return true;
    const blocks = tabs.map(({ name, code }) => `\`\`\`sh [${name}]\n${code}\n\`\`\`\n`);
    state.md.block.parse(`::: code-group\n${blocks.join("")}:::\n`, state.md, state.env, state.tokens);
    state.line = line + 1;
    return true;
  });
}
