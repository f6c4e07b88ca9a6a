import type { AnyTool, ToolSession } from "../../contract/index.js";
import { type RuleSet, shownNames } from "../../permissions/index.js";
import { aliasTool } from "../../registry/index.js";
import { sessionLimits } from "./session-limits.js";

const described = new WeakMap<AnyTool, { readonly text: string; readonly shown: AnyTool }>();

/**
 * Returns a built-in tool that runs commands in the language of the shell with sentences about that shell; any other tool
 * unchanged. The result is the same object for the same tool and text.
 */
function withShellDescription(tool: AnyTool, text: string): AnyTool {
  const runsCommands = tool.requires?.includes("shell") === true && !tool.requires.includes("powershell");
  if (tool.source !== "builtin" || tool.kind !== "execute" || !runsCommands) return tool;
  const known = described.get(tool);
  if (known?.text === text) return known.shown;
  const shown: AnyTool = Object.freeze({ ...tool, description: `${tool.description}\n\n${text}` });
  described.set(tool, { text, shown });
  return shown;
}

/**
 * Returns a tool as the modes of the runtime and of a session show it: under its own name, or under aliases with schemas that
 * the modes name. Without a session, only the mode of the runtime counts.
 *
 * @param shellDescription - sentences of the backend about its shell, for the tools that run its commands
 */
export function shownTools(
  tool: AnyTool,
  { mode }: Pick<RuleSet, "mode">,
  session: ToolSession | undefined,
  shellDescription?: string | undefined,
): readonly AnyTool[] {
  const shown = facesOf(tool, mode, session);
  return shellDescription === undefined
    ? shown
    : shown.map((each) => withShellDescription(each, shellDescription));
}

function facesOf(tool: AnyTool, mode: RuleSet["mode"], session: ToolSession | undefined): readonly AnyTool[] {
  if (!tool.aliases.some(({ shown }) => shown !== undefined)) return [tool];
  const ofSession = session === undefined ? [] : sessionLimits(session).map(({ ruleSet }) => ruleSet.mode);
  const modes = [mode, ...ofSession].filter((each) => each !== undefined);
  const { own, aliases } = shownNames(tool, modes);
  const faces = tool.aliases.filter(({ name }) => aliases.has(name)).map((alias) => aliasTool(tool, alias));
  return own ? [tool, ...faces] : faces;
}
