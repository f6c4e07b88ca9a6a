import type { ToolResult } from "../../contract/index.js";
import type { HookCall } from "../../runtime/index.js";
import { isRecord } from "../../values/index.js";
import type { ConfiguredHook } from "./configured-hook.js";
import type { HookDialect } from "./hook-dialect.js";

/** The name of the command tool in the hooks of each program, whatever the toolset of the runtime calls it. */
const COMMAND_TOOL: Readonly<Record<HookDialect["owner"], string>> = {
  "claude-code": "Bash",
  codex: "Bash",
  "gemini-cli": "run_shell_command",
};

/** Command tools that the hooks of a program know as they are. */
const OWN_COMMAND_TOOLS: Readonly<Record<HookDialect["owner"], readonly string[]>> = {
  "claude-code": ["Bash", "PowerShell"],
  codex: [],
  "gemini-cli": ["run_shell_command"],
};

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

/** Returns the names by which a matcher of a hook knows the tool of a call; the first is that of its input. */
export function toolNamesOf(hook: ConfiguredHook, call: HookCall): readonly string[] {
  const { owner } = hook.dialect;
  const { tool, requestedName } = call;
  const names = [tool.name, requestedName];
  if (isCommandOfAnother(hook, call)) return [COMMAND_TOOL[owner], ...names];
  // Gemini CLI writes the tools of servers with single underscores.
  const ofServer = owner === "gemini-cli" ? /^mcp__(.+?)__(.+)$/s.exec(tool.name) : null;
  return ofServer === null ? names : [`mcp_${ofServer[1]}_${ofServer[2]}`, ...names];
}

/** Returns whether a call is a command of a tool that the program of a hook does not have. */
function isCommandOfAnother({ dialect: { owner } }: ConfiguredHook, { tool, input }: HookCall): boolean {
  if (tool.kind !== "execute") return false;
  // Codex shows every command tool as Bash.
  if (owner === "codex") return true;
  return !OWN_COMMAND_TOOLS[owner].includes(tool.name) && commandOf(input) !== undefined;
}

function commandOf(input: unknown): string | undefined {
  const command = isRecord(input) ? (input.cmd ?? input.command) : undefined;
  return typeof command === "string" ? command : undefined;
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

/** Returns the input as the hook reads it: of a command tool that its program does not have, only the command. */
function shownInput(hook: ConfiguredHook, call: HookCall): unknown {
  const command = isCommandOfAnother(hook, call) ? commandOf(call.input) : undefined;
  return command === undefined ? call.input : { command };
}

/** Returns the input that a hook wrote, with the parameters of the tool. */
export function inputFor(
  hook: ConfiguredHook,
  call: HookCall,
  written: unknown,
): Readonly<Record<string, unknown>> | undefined {
  const { input } = call;
  if (written === undefined || written === null) return undefined;
  if (!isRecord(written)) throw new TypeError("The input that it wrote is not an object.");
  if (isCommandOfAnother(hook, call) && isRecord(input)) {
    const { command, ...rest } = written;
    if (hook.dialect.owner === "gemini-cli" && command === undefined) return { ...input, ...rest };
    return { ...input, ...rest, ...("cmd" in input ? { cmd: command } : { command }) };
  }
  // Gemini CLI merges the arguments.
  return hook.dialect.owner === "gemini-cli" && isRecord(input) ? { ...input, ...written } : written;
}
