import type { AnyTool, StandardSchema, ToolDefinition } from "../../contract/index.js";
import { defineTool, jsonSchema } from "../../schema/index.js";
import type { CandidateFile } from "./candidate-files.js";
import type { DiscoveryProblem, LoadedTool, LoadedTools } from "./discovery.js";
import { problemOf } from "./problem-of.js";

/** The exports that Node and compilers add to a CommonJS module by themselves. */
const ADDED_EXPORTS = new Set(["__esModule", "module.exports"]);

/**
 * Makes tools of what a module exports: the default export is named after the file, every other one `file_export` (seed 004).
 *
 * An export is a tool of `defineTool`, or what `defineTool` takes, without a name. Whatever name it has itself does not count:
 * who looks at the folder knows what its tools are called. Exports that are no tools are reported, and the others kept.
 */
export function moduleTools(
  exports: Readonly<Record<string, unknown>>,
  { file, name }: Pick<CandidateFile, "file" | "name">,
): LoadedTools {
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
      const made = toolOf(exports[each], toolName);
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

/** The exports to look at, the default first. Of CommonJS either `module.exports` as a whole or what it holds. */
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

/** The tool, or why there is none. */
function toolOf(value: unknown, name: string): AnyTool | string {
  if (!isExecutable(value)) {
    return `It exports ${describe(value)} where a tool is expected. Export what defineTool({...}) gives, or move what is no tool out of the folder.`;
  }
  if (isTool(value)) return renamed(value, name);
  if ("args" in value && !("inputSchema" in value)) {
    return "It has args where inputSchema is expected. Write inputSchema: z.object({...}), or another schema of an object.";
  }
  // Only what has a schema of the author's own is left; defineTool checks all the rest.
  return defineTool({ ...(value as Definition), name, source: "host" }) as AnyTool;
}

type Definition = ToolDefinition<StandardSchema, unknown>;

/** A tool of this package or of another copy of it. Its origin is this file, whatever it says. */
function renamed(tool: AnyTool, name: string): AnyTool {
  const { description, inputSchema, kind } = tool;
  // Checks the name, and what a tool that was put together by hand may lack.
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
