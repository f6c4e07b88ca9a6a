import type { EditWording } from "../../tools/index.js";
import type { DiffResult } from "../edited-text.js";

/** Terms of this toolset in refusals of an edit. */
export const EDIT_WORDING: EditWording = {
  oldText: "old_string",
  newText: "new_string",
  replaceAll: "replace_all",
  createTool: "Write",
  readTool: "Read",
};

/** Result of Edit and MultiEdit. */
export interface ClaudeCodeEditResult extends DiffResult {}
