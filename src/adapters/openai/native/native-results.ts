import type { ToolResult } from "../../../contract/index.js";
import { isRecord } from "../../../values/index.js";
import { piecesText, resultPieces } from "../../result-content/index.js";
import { wellFormed } from "../../tool-export/index.js";
import type {
  OpenAICaller,
  OpenAINativeCallOutput,
  OpenAIReply,
  OpenAIShellCallOutputContent,
} from "../wire-types.js";
import { shellCallId } from "./native-calls.js";
import { replyItems } from "./reply-items.js";

/** A call of the reply, as far as its answer depends on it. */
export interface AnsweredCall {
  readonly type: string;
  readonly id: string;
  readonly caller?: OpenAICaller;
  /** Number of commands of a `shell_call`. */
  readonly commands: number;
  readonly maxOutputLength?: number;
}

/** Returns the calls of a reply by the ids of the results that answer them. */
export function answeredCalls(reply: OpenAIReply | undefined): ReadonlyMap<string, AnsweredCall> {
  const calls = new Map<string, AnsweredCall>();
  for (const item of reply === undefined ? [] : replyItems(reply)) {
    if (!isRecord(item) || typeof item.type !== "string" || typeof item.call_id !== "string") continue;
    const { type, call_id: id } = item;
    const action = isRecord(item.action) ? item.action : {};
    const commands =
      type === "shell_call" && Array.isArray(action.commands) ? Math.max(1, action.commands.length) : 1;
    const { max_output_length: length } = action;
    const call: AnsweredCall = {
      type,
      id,
      commands,
      ...(isRecord(item.caller) && { caller: item.caller as unknown as OpenAICaller }),
      ...(typeof length === "number" && { maxOutputLength: length }),
    };
    for (let index = 0; index < commands; index += 1) calls.set(shellCallId(id, index, commands), call);
  }
  return calls;
}

/** Returns the answer to a call of a tool that OpenAI defines, from the results of its parts; `undefined` for a function. */
export function nativeOutput(
  call: AnsweredCall,
  results: readonly ToolResult[],
): OpenAINativeCallOutput | undefined {
  const { type, id, caller, maxOutputLength } = call;
  const common = { call_id: id, ...(caller !== undefined && { caller }) };
  const [first] = results;
  if (first === undefined) return undefined;
  switch (type) {
    case "apply_patch_call":
      return {
        type: "apply_patch_call_output",
        ...common,
        status: first.status === "done" ? "completed" : "failed",
        output: textOf(first),
      };
    case "shell_call":
      return {
        type: "shell_call_output",
        ...common,
        output: results.map(shellContent),
        ...(maxOutputLength !== undefined && { max_output_length: maxOutputLength }),
      };
    case "local_shell_call":
      return { type: "local_shell_call_output", id, output: localOutput(first) };
    default:
      return undefined;
  }
}

function textOf(result: ToolResult): string {
  return piecesText(
    resultPieces(
      result,
      () => undefined,
      ({ mediaType }) => `[${mediaType}]`,
    ),
  );
}

/** Returns what a command printed. A call that did not run has its message as stderr, and an exit code that means a failure. */
function shellContent(result: ToolResult): OpenAIShellCallOutputContent {
  const value = result.status === "done" ? result.result : undefined;
  if (isRecord(value) && typeof value.stdout === "string" && typeof value.stderr === "string") {
    const { outcome } = value;
    const exitCode = isRecord(outcome) && typeof outcome.exit_code === "number" ? outcome.exit_code : 0;
    const timedOut = isRecord(outcome) && outcome.type === "timeout";
    return {
      stdout: wellFormed(value.stdout),
      stderr: wellFormed(value.stderr),
      outcome: timedOut ? { type: "timeout" } : { type: "exit", exit_code: exitCode },
    };
  }
  const failed = result.status !== "done";
  const text = textOf(result);
  return {
    stdout: failed ? "" : text,
    stderr: failed ? text : "",
    outcome: { type: "exit", exit_code: failed ? 1 : 0 },
  };
}

function localOutput(result: ToolResult): string {
  const value = result.status === "done" ? result.result : undefined;
  const output = isRecord(value) ? value : { output: textOf(result), metadata: { exit_code: 1 } };
  return JSON.stringify(output, (_key, field) => (typeof field === "string" ? wellFormed(field) : field));
}
