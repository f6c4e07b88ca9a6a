import { ignoreRejection, type ToolResult } from "../../../contract/index.js";
import { isRecord } from "../../../values/index.js";
import { piecesText, resultPieces } from "../../result-content/index.js";
import { itemsOf, memberOf } from "../../tool-calls/index.js";
import { wellFormed } from "../../tool-export/index.js";
import type {
  OpenAICaller,
  OpenAINativeCallOutput,
  OpenAIReply,
  OpenAIShellCallOutputContent,
} from "../wire-types.js";
import { shellCallId } from "./native-calls.js";

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
    const [type, id] = [memberOf(item, "type"), memberOf(item, "call_id")];
    if (typeof type !== "string" || typeof id !== "string") continue;
    const action = memberOf(item, "action");
    const listed = type === "shell_call" ? itemsOf(memberOf(action, "commands")) : undefined;
    const commands = Math.max(1, listed?.length ?? 1);
    const [length, caller] = [memberOf(action, "max_output_length"), memberOf(item, "caller")];
    const call: AnsweredCall = {
      type,
      id,
      commands,
      ...(isRecord(caller) && { caller: caller as unknown as OpenAICaller }),
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
  const [stdout, stderr, outcome] = [
    memberOf(value, "stdout"),
    memberOf(value, "stderr"),
    memberOf(value, "outcome"),
  ];
  if (typeof stdout === "string" && typeof stderr === "string") {
    const code = memberOf(outcome, "exit_code");
    const exitCode = typeof code === "number" ? code : 0;
    const timedOut = memberOf(outcome, "type") === "timeout";
    return {
      stdout: wellFormed(stdout),
      stderr: wellFormed(stderr),
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
  const instead = { output: textOf(result), metadata: { exit_code: 1 } };
  try {
    return withWellFormedText(isRecord(value) ? value : instead);
  } catch (thrown) {
    // An output that is not data.
    ignoreRejection(thrown);
    return withWellFormedText(instead);
  }
}

function withWellFormedText(output: object): string {
  return JSON.stringify(output, (_key, field) => (typeof field === "string" ? wellFormed(field) : field));
}

/** Returns the items of a reply of either API that may be calls, each read once. Never throws. */
export function replyItems(reply: unknown): readonly unknown[] {
  const items = itemsOf(reply) ?? itemsOf(memberOf(reply, "output"));
  if (items !== undefined) return items;
  const choices = itemsOf(memberOf(reply, "choices"));
  const message = choices === undefined ? reply : memberOf(choices[0], "message");
  return itemsOf(memberOf(message, "tool_calls")) ?? [];
}
