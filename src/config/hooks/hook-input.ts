import type { ToolResult } from "../../contract/index.js";
import type { HookCall } from "../../runtime/index.js";
import { isRecord } from "../../values/index.js";
import type { ConfiguredHook } from "./configured-hook.js";

/** The name of a command tool in the hooks of Codex, whatever its toolset calls it. */
const CODEX_COMMAND_TOOL = "Bash";

/** Fields that the input of each hook has. */
export interface HookInputBase {
  readonly sessionId: string;
  readonly model?: string | undefined;
  readonly turnId?: string | undefined;
}

/** Returns the fields that the input of each hook has, in the dialect of its program. */
export function baseInput(
  { dialect, eventName, event, cwd }: ConfiguredHook,
  { sessionId, model = "unknown", turnId = sessionId }: HookInputBase,
): Readonly<Record<string, unknown>> {
  const common = { session_id: sessionId, cwd, hook_event_name: eventName };
  if (dialect.owner === "gemini-cli")
    return { ...common, transcript_path: "", timestamp: new Date().toISOString() };
  if (dialect.owner === "claude-code") return { ...common, transcript_path: "", permission_mode: "default" };
  const isOfSession = event === "SessionStart" || event === "SessionEnd";
  return {
    ...common,
    transcript_path: null,
    model,
    permission_mode: "default",
    ...(!isOfSession && { turn_id: turnId }),
  };
}

/** Returns the names by which a matcher of a hook knows the tool of a call. */
export function toolNamesOf(
  { dialect }: ConfiguredHook,
  { tool, requestedName }: HookCall,
): readonly string[] {
  const isCommand = dialect.owner === "codex" && tool.kind === "execute";
  return [...(isCommand ? [CODEX_COMMAND_TOOL] : []), tool.name, requestedName];
}

/** Returns the input of a hook for a call, and its result if it ran. */
export function callInput(
  hook: ConfiguredHook,
  call: HookCall,
  result: ToolResult | undefined,
): Readonly<Record<string, unknown>> {
  const { owner } = hook.dialect;
  return {
    ...baseInput(hook, { sessionId: call.session.id }),
    tool_name: toolNamesOf(hook, call)[0],
    tool_input: shownInput(hook, call),
    ...(!(owner === "gemini-cli" || (owner === "codex" && hook.event === "PermissionRequest")) && {
      tool_use_id: call.id,
    }),
    ...(result !== undefined && resultFields(hook, result)),
  };
}

function resultFields({ dialect }: ConfiguredHook, result: ToolResult): Readonly<Record<string, unknown>> {
  const { error, content } = result;
  if (dialect.owner === "gemini-cli") {
    const text = content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
    const failure = error === undefined ? {} : { error: { message: error.message } };
    return { tool_response: { llmContent: text, returnDisplay: text, ...failure } };
  }
  if (result.status === "done") return { tool_response: result.result ?? content };
  return error === undefined ? {} : { error: error.message };
}

/** Returns the input as the hook reads it. Codex shows the command of every command tool as `command`. */
function shownInput({ dialect }: ConfiguredHook, { tool, input }: HookCall): unknown {
  if (dialect.owner !== "codex" || tool.kind !== "execute" || !isRecord(input)) return input;
  const command = input.cmd ?? input.command;
  return typeof command === "string" ? { command } : input;
}

/** Returns the input that a hook wrote, with the parameters of the tool. */
export function inputFor(
  { dialect }: ConfiguredHook,
  { tool, input }: HookCall,
  written: unknown,
): Readonly<Record<string, unknown>> | undefined {
  if (written === undefined || written === null) return undefined;
  if (!isRecord(written)) throw new TypeError("The input that it wrote is not an object.");
  // Gemini CLI merges the arguments.
  if (dialect.owner === "gemini-cli") return isRecord(input) ? { ...input, ...written } : written;
  if (dialect.owner !== "codex" || tool.kind !== "execute" || !isRecord(input)) return written;
  const { command, ...rest } = written;
  return { ...input, ...rest, ...("cmd" in input ? { cmd: command } : { command }) };
}
