import type { AnyTool } from "../../contract/index.js";

const described = new WeakMap<AnyTool, { readonly text: string; readonly shown: AnyTool }>();

/**
 * Returns a built-in tool that runs commands in the language of the shell with sentences about that shell; any other tool
 * unchanged. The result is the same object for the same tool and text.
 */
export function withShellDescription(tool: AnyTool, text: string): AnyTool {
  const runsCommands = tool.requires?.includes("shell") === true && !tool.requires.includes("powershell");
  if (tool.source !== "builtin" || tool.kind !== "execute" || !runsCommands) return tool;
  const known = described.get(tool);
  if (known?.text === text) return known.shown;
  const shown: AnyTool = Object.freeze({ ...tool, description: `${tool.description}\n\n${text}` });
  described.set(tool, { text, shown });
  return shown;
}
