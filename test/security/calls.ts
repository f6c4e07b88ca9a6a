import type { Step } from "./attack.js";

type Call = Exclude<Step, (...parameters: never[]) => unknown>;

export const read = (path: string, range?: readonly [number, number]): Call => ({
  name: "Read",
  input: { path, ...(range !== undefined && { read_range: range }) },
});

export const edit = (path: string, oldText: string, newText: string, replaceAll = false): Call => ({
  name: "edit_file",
  input: { path, old_str: oldText, new_str: newText, replace_all: replaceAll },
});

export const create = (path: string, content = "x"): Call => ({
  name: "create_file",
  input: { path, content },
});

export const glob = (filePattern: string): Call => ({ name: "glob", input: { filePattern } });

export const grep = (
  pattern: string,
  where: { readonly path?: string; readonly glob?: string } = {},
): Call => ({
  name: "Grep",
  input: { pattern, ...where },
});

export const list = (path: string): Call => ({ name: "list", input: { path } });

export const bash = (cmd: string, cwd?: string): Call => ({
  name: "Bash",
  input: { cmd, ...(cwd !== undefined && { cwd }) },
});

export const multiEdit = (path: string, ...edits: readonly (readonly [string, string])[]): Call => ({
  name: "multi_edit",
  input: { path, edits: edits.map(([oldText, newText]) => ({ old_str: oldText, new_str: newText })) },
});

export const remove = (path: string, recursive?: boolean): Call => ({
  name: "delete_file",
  input: { path, ...(recursive !== undefined && { recursive }) },
});

export const move = (source: string, destination: string, overwrite?: boolean): Call => ({
  name: "move_file",
  input: { source, destination, ...(overwrite !== undefined && { overwrite }) },
});

export const undo = (path: string): Call => ({ name: "undo_edit", input: { path } });

export const patch = (...lines: readonly string[]): Call => ({
  name: "apply_patch",
  input: { patch: ["*** Begin Patch", ...lines, "*** End Patch"].join("\n") },
});
