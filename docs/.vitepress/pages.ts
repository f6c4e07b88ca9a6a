import { existsSync, readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";

/** The folder that the site is made of. */
export const DOCS = resolve(import.meta.dirname, "..");

/** Headings of the sidebar and the pages below them, as paths in `docs/` without their ending. */
export const TOPICS: Readonly<Record<string, readonly string[]>> = {
  Start: [
    "getting-started",
    "embedding",
    "providers",
    "streaming",
    "agents",
    "subagents",
    "code-mode",
    "mcp",
    "acp",
    "command-line",
    "recipes",
    "examples",
    "migrate-from-ai-sdk",
    "migrate-from-langchain",
    "migrate-from-your-own-loop",
    "troubleshooting",
  ],
  Concepts: [
    "pipeline",
    "scheduling",
    "permissions",
    "configuration",
    "edits",
    "output",
    "shell",
    "web",
    "diagnostics",
  ],
  Tools: [
    "toolsets",
    "toolsets/amp",
    "toolsets/claude-code",
    "toolsets/opencode",
    "toolsets/codex",
    "toolsets/gemini-cli",
    "checks",
    "threads",
    "custom-tools",
    "testing",
  ],
  Trust: [
    "security",
    "performance",
    "fleet",
    "remote",
    "scale",
    "observability",
    "devtools",
    "replay",
    "compatibility",
    "comparison",
  ],
  Inside: ["architecture"],
};

/** A line of the sidebar. */
export interface PageLink {
  readonly text: string;
  readonly link: string;
}

/** A heading of the sidebar with its lines. */
export interface PageGroup {
  readonly text: string;
  readonly items: readonly PageLink[];
  readonly collapsed?: boolean;
}

/** The sidebar: the topics, then the decisions and the generated reference as they are found. */
export function sidebar(): readonly PageGroup[] {
  return [
    ...Object.entries(TOPICS).map(([text, pages]) => ({ text, items: pages.map(pageLink) })),
    { text: "Decisions", items: pagesIn("decisions").map(pageLink), collapsed: true },
    { text: "Reference", items: referencePages().map(pageLink), collapsed: true },
  ];
}

/** The pages of one folder below `docs/`, sorted; of a folder that is not there, none. */
export function pagesIn(folder: string): readonly string[] {
  try {
    return readdirSync(`${DOCS}/${folder}`)
      .filter((name) => name.endsWith(".md"))
      .map((name) => `${folder}/${name.slice(0, -".md".length)}`)
      .sort();
  } catch {
    return [];
  }
}

/** The pages of the entry points. Each links to the pages of its symbols, which are too many for the sidebar. */
function referencePages(): readonly string[] {
  const root = "reference/collet";
  return ["", ...namesIn(root)].map((name) => `${root}${name && `/${name}`}/index`).filter(hasPage);
}

function namesIn(folder: string): readonly string[] {
  return existsSync(`${DOCS}/${folder}`) ? readdirSync(`${DOCS}/${folder}`).sort() : [];
}

function hasPage(page: string): boolean {
  return existsSync(`${DOCS}/${page}.md`);
}

/** A page is called what its first heading says. */
function pageLink(page: string): PageLink {
  const heading = readFileSync(`${DOCS}/${page}.md`, "utf8").match(/^# (.+)$/m)?.[1] ?? page;
  return { text: heading.replaceAll("`", ""), link: `/${page}` };
}
