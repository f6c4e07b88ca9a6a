import { isRecord } from "../../../values/index.js";
import type { LoggedEdit, TranscriptEvent } from "../transcript.js";

/** Reads a message of Gemini CLI, which has its calls with their results in `toolCalls`. */
export function readGeminiCli(
  record: Readonly<Record<string, unknown>>,
): readonly TranscriptEvent[] | undefined {
  const { type, toolCalls } = record;
  if (type !== "gemini") return undefined;
  if (!Array.isArray(toolCalls)) return [];
  return toolCalls
    .filter(isRecord)
    .flatMap(({ id, name, args, status, resultDisplay }): TranscriptEvent[] => {
      if (typeof name !== "string") return [];
      const named = { format: "gemini-cli", id: String(id) } as const;
      const call: TranscriptEvent = { type: "call", ...named, name, input: args };
      if (name !== "replace" || status !== "success" || !isRecord(args)) return [call];
      return [call, { type: "edit", ...named, change: replacementOf(args, resultDisplay) }];
    });
}

function replacementOf(args: Readonly<Record<string, unknown>>, display: unknown): LoggedEdit["change"] {
  const { originalContent: before, newContent: after } = isRecord(display) ? display : {};
  if (typeof before !== "string" || typeof after !== "string") return { kind: "unknown-file" };
  const { old_string: oldString, new_string: newString, expected_replacements: count, allow_multiple } = args;
  const edit = {
    oldString: String(oldString ?? ""),
    newString: String(newString ?? ""),
    replaceAll: allow_multiple === true || (typeof count === "number" && count > 1),
  };
  return { kind: "replace", before, after, edits: [edit] };
}
