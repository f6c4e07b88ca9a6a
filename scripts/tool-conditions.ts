import type { AnyTool, ToolRequirement } from "../src/contract/index.js";
import { createToolRuntime } from "../src/create-tool-runtime.js";
import type { ToolsetName } from "../src/toolsets/index.js";

/** The condition for the listing of a tool, by the service that it requires. */
const LISTED_WITH: Readonly<Record<ToolRequirement, string>> = {
  shell:
    "Listed with a shell: it needs a backend with a shell; without one, the error of a call is `not-supported`.",
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

/** Returns the names of the tools that a runtime on this machine lists by default, without a model or a search engine. */
export async function listedByDefault(toolset: ToolsetName): Promise<readonly string[]> {
  await using runtime = createToolRuntime({ toolset, cwd: import.meta.dirname });
  return runtime.tools().map(({ name }) => name);
}
