import type { Act, Meaning } from "./dialect.js";
import { listOf } from "./values.js";

/** Writes a whole file. */
export const WRITE: Act = {
  name: "write",
  dialects: [
    {
      toolset: "amp",
      names: ["create_file", "Write", "write", "write_file"],
      parameters: { path: "path", content: "content" },
    },
    { toolset: "opencode", names: ["write"], parameters: { filePath: "path", content: "content" } },
    { toolset: "claude-code", names: ["Write"], parameters: { file_path: "path", content: "content" } },
    { toolset: "gemini-cli", names: ["write_file"], parameters: { file_path: "path", content: "content" } },
  ],
};

const AMP_EDIT = { path: "path", old_str: "oldText", new_str: "newText", replace_all: "replaceAll" };
const OPENCODE_EDIT = {
  filePath: "path",
  oldString: "oldText",
  newString: "newText",
  replaceAll: "replaceAll",
};
const CLAUDE_CODE_EDIT = {
  file_path: "path",
  old_string: "oldText",
  new_string: "newText",
  replace_all: "replaceAll",
};

/** One replacement in one file. */
export const EDIT: Act = {
  name: "edit",
  dialects: [
    { toolset: "amp", names: ["edit_file"], parameters: AMP_EDIT },
    { toolset: "opencode", names: ["edit"], parameters: OPENCODE_EDIT },
    { toolset: "claude-code", names: ["Edit"], parameters: CLAUDE_CODE_EDIT },
    {
      toolset: "gemini-cli",
      names: ["replace"],
      parameters: {
        file_path: "path",
        old_string: "oldText",
        new_string: "newText",
        allow_multiple: "replaceAll",
        instruction: "instruction",
      },
    },
  ],
};

/** Several replacements in one file; each item of the list is read like an edit of one of the dialects. */
export const MULTI_EDIT: Act = {
  name: "multi edit",
  dialects: [
    { toolset: "amp", names: ["multi_edit"], parameters: { path: "path", edits: edits(AMP_EDIT) } },
    {
      toolset: "opencode",
      names: ["multiedit"],
      parameters: { filePath: "path", edits: edits(OPENCODE_EDIT) },
    },
    {
      toolset: "claude-code",
      names: ["MultiEdit"],
      parameters: { file_path: "path", edits: edits(CLAUDE_CODE_EDIT) },
    },
  ],
};

function edits(own: Readonly<Record<string, string>>): Meaning {
  return listOf("edits", own, { ...AMP_EDIT, ...OPENCODE_EDIT, ...CLAUDE_CODE_EDIT });
}

/** Changes several files by a patch. */
export const PATCH: Act = {
  name: "patch",
  dialects: [
    { toolset: "amp", names: ["apply_patch", "ApplyPatch", "patch"], parameters: { patch: "patch" } },
    { toolset: "opencode", names: ["apply_patch"], parameters: { patchText: "patch" } },
    { toolset: "codex", names: ["apply_patch"], parameters: { input: "patch" } },
  ],
};

/** Deletes a file, or with `recursive` a folder. */
export const DELETE: Act = {
  name: "delete",
  dialects: [
    {
      toolset: "amp",
      names: ["delete_file", "Delete", "delete"],
      parameters: { path: "path", recursive: "recursive" },
    },
    { toolset: "claude-code", names: ["DeleteFile"], parameters: { file_path: "path" } },
  ],
};

/** Moves or renames. */
export const MOVE: Act = {
  name: "move",
  dialects: [
    {
      toolset: "amp",
      names: ["move_file", "move", "rename"],
      parameters: { source: "source", destination: "destination", overwrite: "overwrite" },
    },
    {
      toolset: "claude-code",
      names: ["Move"],
      parameters: { source: "source", destination: "destination" },
    },
  ],
};

/** Reverts the last change of a file. */
export const UNDO: Act = {
  name: "undo",
  dialects: [
    {
      toolset: "amp",
      names: ["undo_edit"],
      parameters: { path: "path", file_path: "path", filePath: "path" },
    },
  ],
};
