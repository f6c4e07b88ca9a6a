import type { AnyTool } from "../../contract/index.js";
import { rebuildInputSchema } from "./rebuild-input-schema.js";
import { describe } from "./rebuild-schema.js";
import type { ToolWarning } from "./tool-warning.js";
import { wellFormed } from "./well-formed.js";
import type { AnthropicTool } from "./wire-types.js";

/** What the API demands of a tool's name. */
const TOOL_NAME = /^[a-zA-Z0-9_-]{1,128}$/;

/** What `toTools` needs of a tool; every tool of a runtime fits. */
export type ToolDescriptor = Pick<AnyTool, "name" | "description" | "inputSchema">;

/** How `toTools` writes the list. */
export interface ToToolsOptions {
  /** Told about every tool that was skipped and every constraint that moved into a description. */
  readonly onWarning?: (warning: ToolWarning) => void;
  /** Puts a prompt cache breakpoint with this lifetime behind the last tool. Default: none. */
  readonly cacheControl?: "5m" | "1h";
}

/**
 * The tools as the `tools` of a Messages API request.
 *
 * Each schema is rebuilt from what the API accepts. A constraint that it cannot hold is said in the description, and the
 * runtime enforces it all the same. A tool that cannot be sent at all (an impossible or repeated name, a root that is no
 * object) is left out with a warning: the API refuses the whole request for one bad tool. The same tools give the same
 * bytes, so prompt caching holds.
 *
 * @example
 * await client.messages.create({ model, max_tokens, messages, tools: toTools(runtime.tools()) });
 */
export function toTools(tools: readonly ToolDescriptor[], options: ToToolsOptions = {}): AnthropicTool[] {
  const { onWarning = () => {}, cacheControl } = options;
  const converted: AnthropicTool[] = [];
  const names = new Set<string>();
  for (const tool of tools) {
    const { wire, warnings } = convert(tool, names);
    if (wire !== undefined) {
      names.add(wire.name);
      converted.push(wire);
    }
    for (const warning of warnings) onWarning(warning);
  }
  const last = converted.at(-1);
  if (last !== undefined && cacheControl !== undefined) {
    last.cache_control = { type: "ephemeral", ttl: cacheControl };
  }
  return converted;
}

interface Conversion {
  readonly wire?: AnthropicTool;
  readonly warnings: readonly ToolWarning[];
}

function convert(tool: ToolDescriptor, taken: ReadonlySet<string>): Conversion {
  const warnings: ToolWarning[] = [];
  try {
    if (taken.has(tool.name)) throw new Error("another tool of the list has the same name");
    return { wire: toTool(tool, warnings), warnings };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `The tool "${tool.name}" cannot be sent: ${reason}.`;
    return { warnings: [{ type: "tool-skipped", toolName: String(tool.name), message }] };
  }
}

function toTool(tool: ToolDescriptor, warnings: ToolWarning[]): AnthropicTool {
  const { name } = tool;
  if (typeof name !== "string" || !TOOL_NAME.test(name)) {
    throw new Error(`its name does not match ${TOOL_NAME.source}`);
  }
  const { inputSchema, lost } = rebuildInputSchema(tool.inputSchema, (change) =>
    warnings.push({ ...change, toolName: name }),
  );
  const description = describe(tool.description, lost);
  const wire: AnthropicTool = {
    name,
    ...(description === "" ? {} : { description }),
    input_schema: inputSchema,
  };
  // Plain data of its own: nothing of a frozen schema is handed out, and a value that is no JSON is noticed here.
  return JSON.parse(
    JSON.stringify(wire, (_key, value) => (typeof value === "string" ? wellFormed(value) : value)),
  );
}
