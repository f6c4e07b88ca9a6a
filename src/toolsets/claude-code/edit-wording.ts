import type { EditWording } from "../../tools/index.js";

/** What this toolset calls the things that refusals of an edit speak of. */
export const EDIT_WORDING: EditWording = {
  oldText: "old_string",
  newText: "new_string",
  replaceAll: "replace_all",
  createTool: "Write",
  readTool: "Read",
};

/** What Edit and MultiEdit answer. */
export interface ClaudeCodeEditResult {
  /** In git's form. */
  readonly diff: string;
  /** First and last changed line, in the new text, from 1. */
  readonly lineRange: readonly [number, number];
}
