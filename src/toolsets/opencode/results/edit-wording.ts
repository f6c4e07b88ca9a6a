import type { MultiEditWording } from "../../../tools/index.js";

/** Terms of OpenCode in the errors of an edit. */
export const EDIT_WORDING: MultiEditWording = {
  oldText: "oldString",
  newText: "newString",
  replaceAll: "replaceAll",
  createTool: "write",
  readTool: "read",
  edits: "edits",
};
