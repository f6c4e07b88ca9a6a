import type { ToolRuntime } from "../../runtime/index.js";
import { isRecord } from "../../values/index.js";
import { parseArguments } from "../tool-calls/index.js";
import { PORTABLE_NAMES, wireName } from "../tool-export/index.js";

/** Part of a runtime that `repairToolCall` uses. */
export type RepairingRuntime = Pick<ToolRuntime, "registry" | "explain">;

/** Part of the SDK's options of a repair that is used. */
export interface AiSdkRepairOptions<Call> {
  /** The call that the SDK could not parse or find a tool for. */
  readonly toolCall: Call;
  /** The tools that the SDK knows, by name. */
  readonly tools: object;
}

/**
 * Creates the `repairToolCall` of `generateText` and `streamText` (version 6: `experimental_repairToolCall`), so that calls
 * that the SDK itself refuses are treated as in a runtime.
 *
 * A call of another name of a tool becomes a call of the tool, with its parameters converted. Arguments that are not JSON
 * are repaired if they are unambiguous. Every other call is answered with the runtime's message, which names the nearest
 * tool or states where the arguments end.
 *
 * @example
 * const tools = toToolSet(runtime);
 * const { text } = await generateText({ model, prompt, tools, repairToolCall: repairToolCall(runtime) });
 */
export function repairToolCall(
  runtime: RepairingRuntime,
): <Call extends { readonly toolCallId: string; toolName: string; input: string }>(
  options: AiSdkRepairOptions<Call>,
) => Promise<Call | null> {
  return async ({ toolCall, tools }) => {
    const { toolCallId: id, toolName: name } = toolCall;
    const input = parseArguments(toolCall.input);
    const resolution = runtime.registry.resolve(ownName(name, runtime));
    if (resolution.status === "unknown") {
      // A tool of the host, whose arguments are not ours to judge.
      if (Object.hasOwn(tools, name)) return null;
      throw new Error((await runtime.explain({ id, name, input })).text);
    }
    const { tool, mapInput } = resolution;
    const shown = Object.hasOwn(tools, name) ? name : wireName(tool.name, PORTABLE_NAMES);
    const { decision, text } = await runtime.explain({ id, name, input });
    if (decision === undefined || !Object.hasOwn(tools, shown)) throw new Error(text);
    const converted = shown === name || !isRecord(input) || mapInput === undefined ? input : mapInput(input);
    return { ...toolCall, toolName: shown, input: JSON.stringify(converted) };
  };
}

/** Returns the runtime's own name of a tool that was sent under a wire name. */
function ownName(name: string, { registry }: RepairingRuntime): string {
  return registry.list().find((tool) => wireName(tool.name, PORTABLE_NAMES) === name)?.name ?? name;
}
