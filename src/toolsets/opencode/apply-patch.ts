import * as z from "zod";
import { type ApplyPatchOutput, applyPatchOperation } from "../../tools/index.js";
import { face } from "../face.js";
import { guidanceNotices } from "../guidance-text.js";
import { patchedFiles } from "../patched-files.js";
import { type OpenCodeResult, openCodeContent } from "./results/index.js";

/** Result of apply_patch in OpenCode's style. */
export type OpenCodePatchResult = OpenCodeResult<{
  /** Diff of all files, in git's format. */
  readonly diff: string;
  readonly files: readonly {
    /** Absolute path; the new path of a moved file. */
    readonly filePath: string;
    readonly type: "add" | "update" | "delete" | "move";
    readonly movedFrom?: string;
  }[];
}>;

/** OpenCode's apply_patch, which it shows in place of edit and write to models that were trained on it. */
export function applyPatch() {
  return face(applyPatchOperation, {
    name: "apply_patch",
    description: `Applies a patch: adds, changes, moves and deletes files, all of it or nothing.

*** Begin Patch
*** Add File: docs/new.md
+each line of a new file starts with +
*** Update File: src/app.ts
*** Move to: src/main.ts
@@ class App
   run() {
-    start();
+    await start();
   }
*** Delete File: src/old.ts
*** End Patch

- In an update, lines start with a space (kept), - (removed) or + (added). Include about three lines around each change, exactly as in the file; if they match several places, put the line of the class or function after @@.
- "Move to" is optional. Paths may be relative to the working directory. New files must not exist yet, and neither may the destination of a move.
- If any part does not match, no file is changed and the error names the part.`,
    inputSchema: z.object({
      patchText: z.string().describe("The whole patch, from *** Begin Patch to *** End Patch"),
    }),
    toInput: ({ patchText }) => ({ patch: patchText, patchName: "patchText" }),
    toResult: patchResult,
    render: openCodeContent,
  });
}

const TYPES = { create: "add", update: "update", delete: "delete", move: "move" } as const;

function patchResult({ files, warnings, guidance }: ApplyPatchOutput): OpenCodePatchResult {
  return {
    title: files.length === 1 ? "1 file" : `${files.length} files`,
    metadata: {
      diff: files.map(({ diff }) => diff).join(""),
      files: files.map(({ change, path, movedFrom }) => ({
        filePath: path,
        type: TYPES[change],
        ...(movedFrom !== undefined && { movedFrom }),
      })),
    },
    output: [patchedFiles(files), ...warnings, ...guidanceNotices(guidance)].join("\n"),
  };
}
