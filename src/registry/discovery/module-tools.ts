import type { AnyTool, StandardSchema, ToolDefinition } from "../../contract/index.js";
import { defineTool, jsonSchema } from "../../schema/index.js";
import type { CandidateFile } from "./candidate-files.js";
import type { DiscoveryProblem, LoadedTool, LoadedTools } from "./discovery.js";
import { fromOpenCodeTool, isOpenCodeTool } from "./opencode-tool.js";
import { problemOf } from "./problem-of.js";

/** Exports that Node and compilers add to a CommonJS module automatically. */
const ADDED_EXPORTS = new Set(["__esModule", "module.exports"]);

/**
 * Creates tools from the exports of a module: the default export is named after the file, every other one
 * `file_export` (the OpenCode specification).
 *
 * An export must be a tool of `defineTool`, the definition of one without a name, or a tool of the OpenCode
 * specification (`{ id, init }`). Its own name is ignored, so that the names of files determine the names of tools. Other exports are reported, and the tools
 * are kept.
 */
export async function moduleTools(
  exports: Readonly<Record<string, unknown>>,
  { file, name }: Pick<CandidateFile, "file" | "name">,
): Promise<LoadedTools> {
  const tools: LoadedTool[] = [];
  const problems: DiscoveryProblem[] = [];
  const names = toolExports(exports);
  if (names.length === 0) {
    const reason = "It exports nothing. Export a tool: export default defineTool({...}).";
    return { tools, problems: [{ file, code: "no-export", reason }] };
  }
  for (const each of names) {
    try {
      const toolName = each === "default" ? name : `${name}_${each}`;
      const made = await toolOf(exports[each], toolName);
      if (typeof made === "string") {
        problems.push({ file, code: "not-a-tool", reason: made, export: each });
      } else {
        tools.push({ file, kind: "module", tool: made, export: each });
      }
    } catch (error) {
      problems.push(problemOf(error, { file, export: each }));
    }
  }
  return { tools, problems };
}

/**
 * Returns the names of the relevant exports, the default first. For CommonJS either `module.exports` as a
 * whole or its properties.
 */
function toolExports(exports: Readonly<Record<string, unknown>>): readonly string[] {
  const names = Object.keys(exports).filter((name) => !ADDED_EXPORTS.has(name));
  const named = names.filter((name) => name !== "default").sort();
  if (named.length === names.length) return named;
  const whole = exports.default;
  const isCommonJs =
    named.length > 0 &&
    typeof whole === "object" &&
    whole !== null &&
    named.every((name) => (whole as Record<string, unknown>)[name] === exports[name]);
  if (!isCommonJs) return ["default", ...named];
  return isExecutable(whole) ? ["default"] : named;
}

/** Returns the tool, or the reason why there is none. */
async function toolOf(value: unknown, name: string): Promise<AnyTool | string> {
  if (isOpenCodeTool(value)) return fromOpenCodeTool(value, { name });
  if (!isExecutable(value)) {
    return `It exports ${describe(value)} where a tool is expected. Export the result of defineTool({...}), or move other exports out of the folder.`;
  }
  if (isTool(value)) return renamed(value, name);
  if ("args" in value && !("inputSchema" in value)) {
    return "It has args where inputSchema is expected. Write inputSchema: z.object({...}), or another schema of an object.";
  }
  // Only a definition with its own schema reaches this line; defineTool checks everything else.
  return defineTool({ ...(value as Definition), name, source: "host" }) as AnyTool;
}

type Definition = ToolDefinition<StandardSchema, unknown>;

/**
 * Returns a renamed copy of a tool of this package or of another copy of it. Its source is always this file.
 */
function renamed(tool: AnyTool, name: string): AnyTool {
  const { description, inputSchema, kind } = tool;
  // Checks the name, and the fields that a tool without `defineTool` may lack.
  defineTool({ name, description, inputSchema: jsonSchema(inputSchema), kind, execute: tool.execute });
  return Object.freeze({ ...tool, name, source: "host" as const });
}

function isExecutable(value: unknown): value is object {
  return (
    typeof value === "object" &&
    value !== null &&
    typeof (value as { readonly execute?: unknown }).execute === "function"
  );
}

function isTool(value: object): value is AnyTool {
  const { validateInput, aliases, name } = value as Partial<AnyTool>;
  return typeof validateInput === "function" && Array.isArray(aliases) && typeof name === "string";
}

function describe(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value === "object") return "an object without execute";
  return `a ${typeof value}${typeof value === "number" || typeof value === "boolean" ? ` (${String(value)})` : ""}`;
}
