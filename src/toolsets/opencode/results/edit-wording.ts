import type { MultiEditWording } from "../../../tools/index.js";

/** What seed 004 calls the things that an edit's errors speak of. */
export const EDIT_WORDING: MultiEditWording = {
  oldText: "oldString",
  newText: "newString",
  replaceAll: "replaceAll",
  createTool: "write",
  readTool: "read",
  edits: "edits",
};
