import { isRecord } from "../../../values/index.js";
import {
  awaitResult,
  enterFolder,
  type LoggedEdit,
  type TranscriptEvent,
  type TranscriptState,
} from "../transcript.js";

/** Tools whose result contains the file before the edit. */
const EDIT_TOOLS = new Set(["Edit", "MultiEdit"]);

/** Reads a record of Claude Code: a line with a message, and its result in `toolUseResult`. */
export function readClaudeCode(
  record: Readonly<Record<string, unknown>>,
  state: TranscriptState,
): readonly TranscriptEvent[] | undefined {
  const { message, cwd, toolUseResult } = record;
  if (!isRecord(message) || !Array.isArray(message.content)) return undefined;
  const parts = message.content.filter(isRecord);
  if (!parts.some(({ type }) => type === "tool_use" || type === "tool_result")) return undefined;
  enterFolder(state, cwd);
  return parts.flatMap((part): TranscriptEvent[] => {
    if (part.type === "tool_result") return resultOf(part, toolUseResult, state);
    const { type, id, name, input } = part;
    if (type !== "tool_use" || typeof id !== "string" || typeof name !== "string") return [];
    const call = { type: "call", format: "claude-code", id, name, input } as const;
    if (EDIT_TOOLS.has(name)) awaitResult(state, call);
    return [call];
  });
}

function resultOf(
  part: Readonly<Record<string, unknown>>,
  result: unknown,
  state: TranscriptState,
): LoggedEdit[] {
  const call = state.pending.get(String(part.tool_use_id));
  if (call === undefined) return [];
  state.pending.delete(call.id);
  if (part.is_error === true) return [];
  const edit = { type: "edit", format: "claude-code", id: call.id } as const;
  return [{ ...edit, change: changeOf(call.input, result) }];
}

function changeOf(input: unknown, result: unknown): LoggedEdit["change"] {
  const unknown = { kind: "unknown-file" } as const;
  if (!isRecord(input) || !isRecord(result) || result.userModified === true) return unknown;
  const { originalFile: before, oldString: found, newString: written, replaceAll } = result;
  const { old_string: oldString, new_string: newString } = input;
  if (![before, found, written, oldString, newString].every((text) => typeof text === "string"))
    return unknown;
  const isForAll = replaceAll === true;
  return {
    kind: "replace",
    before: before as string,
    after: replaced(before as string, { found: found as string, written: written as string, isForAll }),
    edits: [{ oldString: oldString as string, newString: newString as string, replaceAll: isForAll }],
  };
}

function replaced(
  text: string,
  {
    found,
    written,
    isForAll,
  }: { readonly found: string; readonly written: string; readonly isForAll: boolean },
): string {
  if (found === "") return written;
  // Functions, because a replacement text may contain `$&`.
  return isForAll ? text.replaceAll(found, () => written) : text.replace(found, () => written);
}
