import type { AnyTool, ToolRequirement } from "../src/contract/index.js";
import { createToolRuntime } from "../src/create-tool-runtime.js";
import { TOOLSETS, type ToolsetName } from "../src/toolsets/index.js";

/** The condition for the listing of a tool, by the service that it requires. */
const LISTED_WITH: Readonly<Record<ToolRequirement, string>> = {
  shell:
    "Listed with a shell: it needs a backend with a shell; without one, the error of a call is `not-supported`.",
  powershell:
    "Listed with PowerShell: the shell of the backend runs it, as that of this machine does if `pwsh` is in `PATH`, and on Windows.",
  model: "Listed with a model for subagents (`model` or `subagents`).",
  "web-search": "Listed with a search engine (`webSearch`).",
  "web-pages": "Listed if the backend fetches web pages, as the backend of this machine does.",
  threads: "Listed with a thread store (`threads`), which the backend of this machine has.",
  diagnostics: 'Listed with language servers, unless `languageServers` is `"off"`.',
};

/** Returns the conditions under which a tool is listed and can run; empty if it has none. */
export function conditionsOf({ requires = [] }: AnyTool): string {
  return requires.map((requirement) => LISTED_WITH[requirement]).join(" ");
}

/**
 * Returns the names of the tools that a runtime lists by default on any machine, without PowerShell, a model or a search
 * engine.
 */
export async function listedByDefault(toolset: ToolsetName): Promise<readonly string[]> {
  await using runtime = createToolRuntime({ toolset, cwd: import.meta.dirname });
  const needsPowerShell = ({ requires = [] }: AnyTool) => requires.includes("powershell");
  const others = new Set(TOOLSETS[toolset].tools.filter(needsPowerShell).map(({ name }) => name as string));
  return runtime.tools().flatMap(({ name }) => (others.has(name) ? [] : [name]));
}
