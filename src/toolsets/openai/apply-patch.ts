import * as z from "zod";
import { oneFilePatchOperation } from "../../tools/index.js";
import { face } from "../face.js";
import { guidanceNotices } from "../guidance-text.js";

const DONE = { create: "Created", update: "Updated", delete: "Deleted", move: "Moved" } as const;

/** OpenAI's apply_patch: creates, updates or deletes one file. */
export function applyPatch() {
  return face(oneFilePatchOperation, {
    name: "apply_patch",
    description: `Creates, updates or deletes one file by a diff in the V4A format: hunks that begin with @@, with lines that start with a space (kept), - (removed) or + (added). For a new file every line starts with +.

- Include three lines before and after each change, exactly as in the file. If they match several places, put the line of the class or function after @@.
- If a part does not match, the file is not changed and the error names the part.`,
    native: { openai: { type: "apply_patch" } },
    inputSchema: z.object({
      type: z.enum(["create_file", "update_file", "delete_file"]).describe("What to do with the file"),
      path: z.string().describe("Path of the file, relative to the working directory"),
      diff: z.string().describe("The diff; not for delete_file").optional(),
    }),
    toInput: ({ type, path, diff }) => ({ type, path, diff }),
    toResult: ({ files, warnings, guidance }, { path }) =>
      [
        ...files.map(({ change }) => `${DONE[change]} ${path}`),
        ...warnings,
        ...guidanceNotices(guidance),
      ].join("\n"),
  });
}
