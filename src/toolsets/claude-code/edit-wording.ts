import type { EditWording } from "../../tools/index.js";

/** Terms of this toolset in refusals of an edit. */
export const EDIT_WORDING: EditWording = {
  oldText: "old_string",
  newText: "new_string",
  replaceAll: "replace_all",
  createTool: "Write",
  readTool: "Read",
};

/** Result of Edit and MultiEdit. */
export interface ClaudeCodeEditResult {
  /** Diff in git's format. */
  readonly diff: string;
  /** First and last changed line, in the new text, from 1. */
  readonly lineRange: readonly [number, number];
}
