import { isRecord } from "../../../values/index.js";
import { enterFolder, type LoggedEdit, type TranscriptEvent, type TranscriptState } from "../transcript.js";

/** Reads a message of an exported session of OpenCode, or the description of the session. */
export function readOpenCode(
  record: Readonly<Record<string, unknown>>,
  state: TranscriptState,
): readonly TranscriptEvent[] | undefined {
  const { info, parts } = record;
  if (!isRecord(info)) return undefined;
  if (typeof info.directory === "string") enterFolder(state, info.directory);
  if (!Array.isArray(parts)) return typeof info.directory === "string" ? [] : undefined;
  return parts.filter(isRecord).flatMap(eventsOf);
}

function eventsOf(part: Readonly<Record<string, unknown>>): TranscriptEvent[] {
  const { type, tool: name, callID: id, state } = part;
  if (type !== "tool" || typeof name !== "string" || !isRecord(state)) return [];
  const { input, status, metadata } = state;
  const named = { format: "opencode", id: String(id) } as const;
  const call: TranscriptEvent = { type: "call", ...named, name, input };
  if (status !== "completed" || !isRecord(input)) return [call];
  if (name === "apply_patch") return [call, { type: "edit", ...named, change: patchOf(input, metadata) }];
  if (name === "edit") return [call, { type: "edit", ...named, change: replacementOf(input, metadata) }];
  return [call];
}

function patchOf(input: Readonly<Record<string, unknown>>, metadata: unknown): LoggedEdit["change"] {
  const files = isRecord(metadata) && Array.isArray(metadata.files) ? metadata.files.filter(isRecord) : [];
  return {
    kind: "patch",
    text: String(input.patchText ?? ""),
    files: files.flatMap(({ type, relativePath, filePath, before, after }) => {
      const isUpdate = type === "update" || type === "move";
      if (!isUpdate || typeof before !== "string" || typeof after !== "string") return [];
      return [{ path: String(relativePath ?? filePath), before, after }];
    }),
  };
}

function replacementOf(input: Readonly<Record<string, unknown>>, metadata: unknown): LoggedEdit["change"] {
  const { oldString, newString, replaceAll } = input;
  const diff = isRecord(metadata) && isRecord(metadata.filediff) ? metadata.filediff : {};
  const { before, after } = diff;
  if (typeof before !== "string" || typeof after !== "string") return { kind: "unknown-file" };
  const edit = {
    oldString: String(oldString ?? ""),
    newString: String(newString ?? ""),
    replaceAll: replaceAll === true,
  };
  return { kind: "replace", before, after, edits: [edit] };
}
