import type { AnyTool } from "../src/contract/index.js";
import { TOOLSETS, type ToolsetName } from "../src/toolsets/index.js";
import { listedByDefault } from "./tool-conditions.js";

/** Characteristics of each toolset, in Markdown. */
const CHARACTERISTICS: Readonly<Record<ToolsetName, string>> = {
  amp: "results as values (`{ diff, lineRange }`, `{ files, remaining }`); commands have no time limit",
  opencode: "lines count from 0; 2,000 lines, 50 KB; truncated output is stored, and a notice names the path",
  "claude-code":
    "as Claude Code of 2026; an existing file is written or edited only after it was read; 120 s per command, at most 600 s; 250 lines of Grep, 100 files of Glob",
  codex: "as Codex 0.169 of 2026: a command that takes long continues as a session; files change by patches",
  "gemini-cli": "as gemini-cli 0.61; text without line numbers; a command ends after 300 s without output",
  none: "the tools of the host",
};

const START = "<!-- toolsets: start -->";
const END = "<!-- toolsets: end -->";

/** Returns the page `docs/toolsets.md` with the table of toolsets made again. */
export async function withToolsetsTable(page: string): Promise<string> {
  const start = page.indexOf(START);
  const end = page.indexOf(END);
  if (start === -1 || end < start) throw new Error(`docs/toolsets.md has no ${START} before ${END}.`);
  return `${page.slice(0, start)}${START}\n${await toolsetsTable()}\n${page.slice(end)}`;
}

async function toolsetsTable(): Promise<string> {
  const rows = (Object.keys(TOOLSETS) as ToolsetName[]).map(async (name, index) => {
    const listed = new Set(await listedByDefault(name));
    const tools: readonly AnyTool[] = TOOLSETS[name].tools;
    const others = tools.filter((tool) => !listed.has(tool.name));
    const link = name === "none" ? '`"none"`' : `[\`"${name}"\`](toolsets/${name}.md)`;
    const cells = [
      `${link}${index === 0 ? " (default)" : ""}`,
      [...listed].join(", "),
      others.map((tool) => `${tool.name} (${(tool.requires ?? []).join(", ")})`).join(", "),
      CHARACTERISTICS[name],
    ];
    return `| ${cells.join(" | ")} |`;
  });
  return [
    "| `toolset` | Tools | With the service in parentheses | Characteristics |",
    "| --- | --- | --- | --- |",
    ...(await Promise.all(rows)),
  ].join("\n");
}
